import { type ReactNode, useMemo, useState } from 'react';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Draw, DrawCurrency, DrawMethod } from '../../../shared/contract/payments.ts';
import type { RequestOf } from '../../../shared/contract/routes.ts';
import { money } from '../../../shared/domain/money.ts';
import { MAX_MEMO } from '../../../shared/domain/payee.ts';
import { lineProblem } from '../../../shared/domain/plain-line.ts';
import { type Form, useForm } from '../../components/form/use-form.ts';
import { showToast } from '../../components/toast-store.ts';
import { type AmountProblem, parseAmount, plainAmount } from '../../format/amount.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { available } from '../../state/account.ts';
import { ask } from '../../state/ask.ts';
import { draftOf } from '../../state/draft.ts';
import { type PaymentIntent, paymentIntent } from '../../state/payment-intent.ts';
import { isGivenUp } from '../../state/second-step.ts';
import type { DrawKind } from '../shared/destinations.ts';
import { type DrawQuote, drawTerms, quoteDraw } from '../shared/draw-terms.ts';
import { usePaymentOutcome } from '../shared/use-payment-outcome.ts';
import { useSecondStep } from '../shared/use-second-step.tsx';
import { useUid } from '../shared/use-uid.ts';

/** Without the received amount: what may be booked already is the same order at other terms. */
type DrawOrder = Omit<RequestOf<'draw'>, 'cid' | 'net'>;
type DrawIntent = PaymentIntent<DrawOrder>;

const EMPTY: DrawFields = { currency: '', method: '', amount: '', memo: '' };

/** The order that the user is asked to confirm before it is sent, at the terms that they are shown. */
interface Asking {
  readonly order: DrawOrder;
  readonly method: DrawMethod;
  readonly currency: DrawCurrency;
  readonly quote: DrawQuote;
  /** The form said that another amount would be received. */
  readonly hasChanged: boolean;
  readonly settle: (sent: Sent | undefined) => void;
}

export interface DrawFormState {
  readonly form: Form<DrawFields>;
  readonly currency: DrawCurrency | undefined;
  readonly asking: Asking | undefined;
  /** Asks for the second factor; goes beside the form. */
  readonly secondStep: ReactNode;
  readonly sending: boolean;
  readonly confirm: () => Promise<void>;
  readonly dismiss: () => void;
}

interface DrawFormOptions {
  readonly kind: DrawKind;
  readonly currencies: readonly DrawCurrency[];
  readonly onCurrencies: (newer: { readonly list: readonly DrawCurrency[] }) => void;
  /** The chosen destination, read when the form is sent. */
  readonly methodOf: () => DrawMethod | undefined;
  readonly onDone: (draw: Draw) => void;
}

export function useDrawForm({
  kind,
  currencies,
  onCurrencies,
  methodOf,
  onDone,
}: DrawFormOptions): DrawFormState {
  const { t } = useTranslation();
  const uid = useUid();
  const [asking, setAsking] = useState<Asking>();
  const [sending, setSending] = useState(false);
  const draft = useMemo(() => draftOf<DrawFields>(`withdraw.${kind}.${uid}`, []), [kind, uid]);
  const intent = useMemo((): DrawIntent => paymentIntent('draw', uid), [uid]);
  const step = useSecondStep();
  /** Loads the currencies again; keeps the loaded ones if that fails, since the exchange compares the confirmed amount. */
  const renew = async (): Promise<readonly DrawCurrency[]> => {
    const loaded = await ask('getDrawCurrencies', { kind });
    if (!loaded.ok) return currencies;
    onCurrencies(loaded.value);
    return loaded.value.list;
  };
  const send = useSendDraw(intent, step.run, renew);
  const finish = (drawn: Draw): void => {
    draft.clear();
    onDone(drawn);
  };
  usePaymentOutcome(intent, sending, async ({ id }) => {
    const drawn = await ask('getDraws', { kind, page: 1 });
    const found = drawn.ok ? drawn.value.list.find((one) => one.id === id) : undefined;
    if (found !== undefined) return finish(found);
    draft.clear();
    showToast(t('withdraw.done'), 'ok');
  });
  const currencyOf = (id: string) => currencies.find((one) => String(one.id) === id) ?? currencies[0];

  const form = useForm<DrawFields>({
    initial: EMPTY,
    draft,
    check: ({ amount, currency, memo }) => ({
      amount: amountProblem(t, amount, currencyOf(currency), intent),
      memo: memoProblem(t, memo),
    }),
    async send(values) {
      const [amount, seen, method] = [parseAmount(values.amount), currencyOf(values.currency), methodOf()];
      if (!amount.ok || seen === undefined || method === undefined) return undefined;
      const memo = values.memo.trim();
      const order: DrawOrder = {
        currencyId: seen.id,
        amount: amount.value.text,
        methodId: method.id,
        ...(memo === '' ? {} : { memo }),
      };
      const currency = (await renew()).find(({ id }) => id === seen.id) ?? seen;
      const asked = money(amount.value.millionths);
      const quote = quoteDraw(asked, drawTerms(currency));
      if (quote === undefined || quote.net <= 0) return { amount: t('withdraw.below_fee') };
      const hasChanged = quote.net !== quoteDraw(asked, drawTerms(seen))?.net;
      return new Promise((resolve) => {
        const settle = (sent: Sent | undefined): void =>
          resolve(sent?.ok === false ? sent.fields : undefined);
        setAsking({ order, method, currency, quote, hasChanged, settle });
      });
    },
  });
  return {
    form,
    currency: currencyOf(form.values.currency),
    asking,
    secondStep: step.sheet,
    sending,
    async confirm() {
      if (asking === undefined || sending) return;
      setSending(true);
      const sent = await send(asking);
      setSending(false);
      setAsking(undefined);
      asking.settle(sent);
      if (sent.ok) finish(sent.draw);
    },
    dismiss() {
      // A withdrawal that is being sent cannot be cancelled.
      if (asking === undefined || sending) return;
      setAsking(undefined);
      asking.settle(undefined);
    },
  };
}

const PROBLEMS = {
  empty: 'withdraw.input_amount',
  zero: 'withdraw.input_amount',
  malformed: 'withdraw.bad_amount',
  'too-precise': 'withdraw.too_precise',
} as const satisfies Readonly<Record<AmountProblem, string>>;

/** The error text of the amount. */
function amountProblem(
  t: Translate,
  amount: string,
  currency: DrawCurrency | undefined,
  intent: DrawIntent,
): string | undefined {
  const parsed = parseAmount(amount);
  if (!parsed.ok) return t(PROBLEMS[parsed.error]);
  const asked = money(parsed.value.millionths);
  const owned = available.peek();
  // An order that may already be booked is sent again, whatever the balance is now.
  const isOpen = intent.open().some(({ amount }) => amount === parsed.value.text);
  if (owned !== undefined && asked > owned && !isOpen) return t('withdraw.not_enough');
  const quote = currency && quoteDraw(asked, drawTerms(currency));
  return quote === undefined || quote.net <= 0 ? t('withdraw.below_fee') : undefined;
}

/** The error text of the memo. */
function memoProblem(t: Translate, memo: string): string | undefined {
  const problem = lineProblem(memo, MAX_MEMO, false);
  if (problem === 'too-long') return t('wallet.too_long', { length: MAX_MEMO });
  return problem === undefined ? undefined : t('wallet.odd_text');
}

interface DrawFields {
  readonly currency: string;
  readonly method: string;
  readonly amount: string;
  readonly memo: string;
}

type Sent =
  | { readonly ok: true; readonly draw: Draw }
  /** The server's errors by field; other errors are shown in a toast. */
  | { readonly ok: false; readonly fields: { readonly amount?: string; readonly memo?: string } };

/**
 * Sends a withdrawal with the `cid` of its intent.
 * @param renew called when the exchange has other terms than the confirmed ones
 */
function useSendDraw(
  intent: DrawIntent,
  run: ReturnType<typeof useSecondStep>['run'],
  renew: () => Promise<unknown>,
): (confirmed: Pick<Asking, 'order' | 'quote'>) => Promise<Sent> {
  const { t } = useTranslation();
  return async ({ order, quote }) => {
    const net = plainAmount(quote.net);
    const answer = await intent.send(order, (cid) =>
      run((proof) => ask('draw', { ...order, net, cid, ...proof })),
    );
    if (answer.ok) return { ok: true, draw: answer.value };
    if (isGivenUp(answer.error)) return { ok: false, fields: {} };
    const text = refusalText(t, answer.error);
    const { code, facts } = answer.error;
    if (code === CODE.insufficientBalance || facts?.['field'] === 'amount')
      return { ok: false, fields: { amount: text } };
    if (facts?.['reason'] === 'terms') {
      // The form shows the new terms. A question that adopted them would change under the finger.
      await renew();
      return { ok: false, fields: { amount: t('withdraw.terms_changed') } };
    }
    if (facts?.['field'] === 'memo') return { ok: false, fields: { memo: text } };
    showToast(text, 'error');
    return { ok: false, fields: {} };
  };
}
