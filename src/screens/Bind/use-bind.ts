import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { RequestOf } from '../../../shared/contract/routes.ts';
import type { WireDrawCurrency } from '../../../shared/contract/wire-payments.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { draftOf } from '../../state/draft.ts';
import { type DrawKind, FROM_HERE, methodsPath } from '../shared/draw-kind.ts';
import { useUid } from '../shared/use-uid.ts';

export interface BindFormProps {
  readonly currencies: readonly WireDrawCurrency[];
  /** The currency that was chosen before coming here, if it is one of them. */
  readonly wanted: number;
}

interface Texts extends Readonly<Record<string, string>> {
  readonly currency: string;
}

type Request = Omit<RequestOf<'bindDrawMethod'>, 'type'>;

/** What both forms share: the draft, the currency they start with, sending, and the way back. */
export function useBind<T extends Texts>(kind: DrawKind, { currencies, wanted }: BindFormProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const uid = useUid();
  const kept = useMemo(() => draftOf<T>(`bind.${kind}.${uid}`, []), [kind, uid]);
  // What was chosen on the way here is newer than the draft, which may also name a currency no longer offered.
  const draft = {
    ...kept,
    read(): Partial<T> | undefined {
      const before = kept.read();
      const offered = [wanted, Number(before?.currency)].find((id) =>
        currencies.some((one) => one.id === id),
      );
      return { ...before, currency: String(offered ?? currencies[0]?.id ?? '') } as Partial<T>;
    },
  };
  /** @returns what the server found wrong with a field */
  async function bind(request: Request): Promise<{ readonly [field: string]: string } | undefined> {
    const answer = await ask('bindDrawMethod', { type: kind, ...request });
    if (!answer.ok) {
      const { field } = answer.error.facts ?? {};
      const text = refusalText(t, answer.error);
      if (typeof field === 'string' && field in request) return { [field]: text };
      showToast(text, 'error');
      return undefined;
    }
    kept.clear();
    showToast(t('wallet.bound'), 'ok');
    if (isInner(history.state)) history.back();
    else navigate(methodsPath(kind), { replace: true });
    return undefined;
  }
  return { draft, bind };
}

/** Whether one of our screens led here, and waits behind this one. */
const isInner = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Object.keys(FROM_HERE).every((key) => key in state);
