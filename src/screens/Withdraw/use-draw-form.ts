import { useMemo, useState } from 'react';
import type { WireDraw, WireDrawCurrency } from '../../../shared/contract/wire-payments.ts';
import { type Form, useForm } from '../../components/form/useForm.ts';
import { parseAmount } from '../../format/amount.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { draftOf } from '../../state/draft.ts';
import { type DrawOrder, drawIntent } from '../shared/draw-intent.ts';
import type { DrawKind } from '../shared/draw-kind.ts';
import { useUid } from '../shared/use-uid.ts';
import { amountProblem, memoProblem } from './draw-problems.ts';
import { type DrawFields, type Sent, useSendDraw } from './use-send-draw.ts';

const EMPTY: DrawFields = { currency: '', method: '', amount: '', memo: '' };

/** Between the form and the exchange: what the reader is asked to confirm. */
interface Asking {
  readonly order: DrawOrder;
  readonly answer: (sent: Sent | undefined) => void;
}

export interface DrawFormState {
  readonly form: Form<DrawFields>;
  readonly currency: WireDrawCurrency | undefined;
  readonly asking: Asking | undefined;
  readonly sending: boolean;
  readonly confirm: () => Promise<void>;
  readonly dismiss: () => void;
}

interface DrawFormOptions {
  readonly kind: DrawKind;
  readonly currencies: readonly WireDrawCurrency[];
  /** The method of the values, at the time of sending. */
  readonly methodOf: () => number | undefined;
  readonly onDone: (draw: WireDraw) => void;
}

export function useDrawForm({ kind, currencies, methodOf, onDone }: DrawFormOptions): DrawFormState {
  const { t } = useTranslation();
  const uid = useUid();
  const [asking, setAsking] = useState<Asking>();
  const [sending, setSending] = useState(false);
  const draft = useMemo(() => draftOf<DrawFields>(`withdraw.${kind}.${uid}`, []), [kind, uid]);
  const intent = useMemo(() => drawIntent(uid), [uid]);
  const send = useSendDraw(intent);
  const currencyOf = (id: string) => currencies.find((one) => String(one.id) === id) ?? currencies[0];

  const form = useForm<DrawFields>({
    initial: EMPTY,
    draft,
    check: ({ amount, currency, memo }) => ({
      amount: amountProblem(t, amount, currencyOf(currency), intent),
      memo: memoProblem(t, memo),
    }),
    send(values) {
      const [amount, currency, method] = [
        parseAmount(values.amount),
        currencyOf(values.currency),
        methodOf(),
      ];
      if (!amount.ok || currency === undefined || method === undefined) return Promise.resolve(undefined);
      const memo = values.memo.trim();
      const order: DrawOrder = {
        draw_currency_id: currency.id,
        number: amount.value.text,
        draw_method_id: method,
        ...(memo === '' ? {} : { memo }),
      };
      return new Promise((resolve) => {
        setAsking({ order, answer: (sent) => resolve(sent?.ok === false ? sent.fields : undefined) });
      });
    },
  });
  return {
    form,
    currency: currencyOf(form.values.currency),
    asking,
    sending,
    async confirm() {
      if (asking === undefined || sending) return;
      setSending(true);
      const sent = await send(asking.order);
      setSending(false);
      setAsking(undefined);
      asking.answer(sent);
      if (!sent.ok) return;
      draft.clear();
      onDone(sent.draw);
    },
    dismiss() {
      // What is on its way can't be taken back.
      if (asking === undefined || sending) return;
      setAsking(undefined);
      asking.answer(undefined);
    },
  };
}
