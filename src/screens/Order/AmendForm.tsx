import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import type { PendingOrder } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { SigText } from '../../components/SigText.tsx';
import { PriceStepper } from '../../components/trading/PriceStepper.tsx';
import { formatPrice } from '../../format/number.ts';
import { plainPrice } from '../../format/parse.ts';
import { priceProblemText } from '../../i18n/problem-text.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { type AmendProblem, readAmend } from '../shared/order-model.ts';
import type { OrderActions } from '../shared/use-order-actions.ts';
import styles from './OrderSheet.module.css';

/** The price of a pending order as a field, below the market price. */
export function AmendForm({ form }: { readonly form: AmendFormState }) {
  const { t } = useTranslation();
  const { order, now } = form;
  return (
    <div className="fields">
      <p className={`ends soft ${styles.reference}`}>
        {t('order.market_price')}
        <SigText className={styles.price} text={() => formatPrice(now.value, order.precision)} />
      </p>
      <PriceStepper
        label={t('order.target_price')}
        value={form.text}
        onChange={form.edit}
        precision={order.precision}
        from={() => order.targetPrice}
        error={form.problem && problemText(t, form.problem, order.precision)}
      />
    </div>
  );
}

function problemText(t: Translate, problem: AmendProblem, precision: number): string {
  switch (problem) {
    case 'required':
      return t('ticket.target_required');
    case 'at-market':
      return t('order.amend_at_market');
    case 'stops':
      return t('order.amend_stops');
    default:
      return priceProblemText(t, problem, precision);
  }
}

interface AmendFormState {
  readonly order: PendingOrder;
  readonly now: ReadonlySignal<Price | undefined>;
  readonly text: string;
  readonly problem: AmendProblem | undefined;
  readonly busy: ReadonlySignal<boolean>;
  edit(text: string): void;
  save(): void;
  /** Fills the field with the order's price. */
  reset(): void;
}

/** @param now the live market price */
export function useAmendForm(
  order: PendingOrder,
  now: ReadonlySignal<Price | undefined>,
  actions: OrderActions,
  onSaved: () => void,
): AmendFormState {
  const [text, setText] = useState(() => plainPrice(order.targetPrice, order.precision));
  const [problem, setProblem] = useState<AmendProblem>();
  const busy = useMemo(() => computed(() => actions.underway.value.has(order.id)), [actions, order.id]);
  return {
    order,
    now,
    text,
    problem,
    busy,
    edit(next) {
      setText(next);
      setProblem(undefined);
    },
    save() {
      const target = readAmend(text, order, now.peek());
      setProblem(target.ok ? undefined : target.error);
      if (!target.ok) return;
      if (target.value === order.targetPrice) return onSaved();
      void actions.amend(order, target.value).then((done) => {
        if (done) onSaved();
      });
    },
    reset() {
      setText(plainPrice(order.targetPrice, order.precision));
      setProblem(undefined);
    },
  };
}
