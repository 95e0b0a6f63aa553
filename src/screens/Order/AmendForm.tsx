import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import { isMarketBar, type MarketBar } from '../../../shared/domain/allowed.ts';
import type { PendingOrder } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { decidingPrice } from '../../../shared/domain/quote.ts';
import { SigText } from '../../components/SigText.tsx';
import { PriceStepper } from '../../components/trading/PriceStepper.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatPrice } from '../../format/number.ts';
import { plainPrice } from '../../format/parse.ts';
import { marketBarText, priceProblemText } from '../../i18n/problem-text.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { instrumentOf } from '../../state/market.ts';
import { openingFacts } from '../../state/opening-facts.ts';
import type { QuoteSignals } from '../../state/quotes.ts';
import { useRate } from '../../state/use-rate.ts';
import { type AmendProblem, readAmend } from '../shared/order-model.ts';
import type { OrderActions } from '../shared/use-order-actions.ts';
import styles from './OrderSheet.module.css';

/** The price of a pending order as a field, below the market price. */
export function AmendForm({ form }: { readonly form: AmendFormState }) {
  useSignals();
  const { t } = useTranslation();
  const { order, now } = form;
  const problem = form.problem ?? form.obstacle.value;
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
        error={problem && problemText(t, problem, order.precision)}
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
    case 'closed':
    case 'close-only':
    case 'halted':
    case 'stale':
      return marketBarText(t, problem);
    case 'not-enough':
      return t('ticket.not_enough');
    default:
      return priceProblemText(t, problem, precision);
  }
}

interface AmendFormState {
  readonly order: PendingOrder;
  readonly now: ReadonlySignal<Price | undefined>;
  readonly text: string;
  /** Found by the last tap. */
  readonly problem: AmendProblem | undefined;
  /** Why no price, or not this one, would be taken now. It may end without an edit. */
  readonly obstacle: ReadonlySignal<MarketBar | 'not-enough' | undefined>;
  readonly busy: ReadonlySignal<boolean>;
  edit(text: string): void;
  save(): void;
  /** The field shows the order's price again. */
  reset(): void;
}

export function useAmendForm(
  order: PendingOrder,
  quote: QuoteSignals,
  actions: OrderActions,
  onSaved: () => void,
): AmendFormState {
  // Until the trader edits it, the field follows the order, which another device may move.
  const [edited, setEdited] = useState<string>();
  const text = edited ?? plainPrice(order.targetPrice, order.precision);
  const [problem, setProblem] = useState<AmendProblem>();
  const busy = useMemo(() => computed(() => actions.underway.value.has(order.id)), [actions, order.id]);
  const instrument = instrumentOf(order.instrumentId);
  const rate = useRate(instrument);
  const target = useMemo(
    () => computed(() => readAmend(text, order, openingFacts(order, instrument, quote, rate))),
    [text, order, instrument, quote, rate],
  );
  const obstacle = useMemo(
    () =>
      computed(() => {
        const read = target.value;
        if (read.ok) return undefined;
        return isMarketBar(read.error) || read.error === 'not-enough' ? read.error : undefined;
      }),
    [target],
  );
  return {
    order,
    now: decidingPrice(order, quote),
    text,
    problem,
    obstacle,
    busy,
    edit(next) {
      setEdited(next);
      setProblem(undefined);
    },
    save() {
      const read = target.peek();
      setProblem(read.ok || read.error === obstacle.peek() ? undefined : read.error);
      if (!read.ok) return;
      if (read.value === order.targetPrice) return onSaved();
      void actions.amend(order, read.value).then((done) => {
        if (done) onSaved();
      });
    },
    reset() {
      setEdited(undefined);
      setProblem(undefined);
    },
  };
}
