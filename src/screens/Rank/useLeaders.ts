import { useCallback, useEffect, useState } from 'react';
import type { WireLeader } from '../../../shared/contract/wire-people.ts';
import type { Refusal } from '../../../shared/result.ts';
import { loadLeaders } from '../../state/market.ts';

export type Leaders =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly refusal: Refusal }
  | { readonly status: 'ready'; readonly list: readonly WireLeader[] };

/** The list, loaded when the screen opens, and the way to ask again. */
export function useLeaders(): readonly [Leaders, () => void] {
  const [leaders, setLeaders] = useState<Leaders>({ status: 'loading' });
  const load = useCallback(() => {
    setLeaders({ status: 'loading' });
    void loadLeaders().then((answer) =>
      setLeaders(
        answer.ok ? { status: 'ready', list: answer.value } : { status: 'failed', refusal: answer.error },
      ),
    );
  }, []);
  useEffect(load, [load]);
  return [leaders, load];
}
