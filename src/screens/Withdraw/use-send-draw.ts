import { CODE } from '../../../shared/contract/codes.ts';
import type { WireDraw } from '../../../shared/contract/wire-payments.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import type { DrawIntent, DrawOrder } from '../shared/draw-intent.ts';

export interface DrawFields extends Readonly<Record<string, string>> {
  readonly currency: string;
  readonly method: string;
  readonly amount: string;
  readonly memo: string;
}

export type Sent =
  | { readonly ok: true; readonly draw: WireDraw }
  /** What the server found wrong; said in a toast when it is with no field. */
  | { readonly ok: false; readonly fields: { readonly amount?: string; readonly memo?: string } };

/** Sends a withdrawal under the id of its intent. */
export function useSendDraw(intent: DrawIntent): (order: DrawOrder) => Promise<Sent> {
  const { t } = useTranslation();
  return async (order) => {
    const answer = await ask('draw', { ...order, cid: intent.cidOf(order) });
    intent.settle(answer);
    if (answer.ok) return { ok: true, draw: answer.value };
    const text = refusalText(t, answer.error);
    const { code, facts } = answer.error;
    if (code === CODE.insufficientBalance || facts?.field === 'number')
      return { ok: false, fields: { amount: text } };
    if (facts?.field === 'memo') return { ok: false, fields: { memo: text } };
    showToast(text, 'error');
    return { ok: false, fields: {} };
  };
}
