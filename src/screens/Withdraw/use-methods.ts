import { useCallback } from 'react';
import type { WireDrawMethod } from '../../../shared/contract/wire-payments.ts';
import { ask, type Loaded, useLoaded } from '../../state/ask.ts';
import type { DrawKind } from '../shared/draw-kind.ts';

export interface Methods {
  readonly loaded: Loaded<{ readonly list: readonly WireDrawMethod[] }>;
  readonly reload: () => Promise<void>;
  /** The one that was picked, or the latest; undefined while there is none. */
  readonly chosen: WireDrawMethod | undefined;
}

/** Where a currency may be paid to. */
export function useMethods(kind: DrawKind, currencyId: number, picked: string): Methods {
  const load = useCallback(
    () => ask('getDrawMethods', { draw_type: kind, draw_id: currencyId }),
    [kind, currencyId],
  );
  const { loaded, reload } = useLoaded(load);
  const list = loaded.status === 'ready' ? loaded.value.list : [];
  return { loaded, reload, chosen: list.find(({ id }) => String(id) === picked) ?? list[0] };
}
