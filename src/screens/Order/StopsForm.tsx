import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { ok } from '../../../shared/result.ts';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { NumberStepper } from '../../components/NumberStepper.tsx';
import { SigText } from '../../components/SigText.tsx';
import { PriceStepper } from '../../components/trading/PriceStepper.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatPrice } from '../../format/number.ts';
import { plainPrice } from '../../format/parse.ts';
import { parseStops, type StopProblem, type StopTexts } from '../../format/stops.ts';
import { stopProblemText } from '../../i18n/problem-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { instrumentOf } from '../../state/market.ts';
import { useRate } from '../../state/use-rate.ts';
import { ActButton } from '../shared/ActButton.tsx';
import {
  canBreakEven,
  readTrail,
  stakeOf,
  stopReference,
  stopTexts,
  type TrailProblem,
} from '../shared/order-model.ts';
import type { OrderActions } from '../shared/use-order-actions.ts';
import styles from './OrderSheet.module.css';

/** Stop loss and take profit of an order, with their reference price and the profit or loss at each. */
export function StopsForm({ form }: { readonly form: StopsFormState }) {
  const { t } = useTranslation();
  const { order } = form;
  return (
    <div className="fields">
      <p className={`ends soft ${styles.reference}`}>
        {order.status === 'pending' ? t('order.target_price') : t('order.market_price')}
        <SigText className={styles.price} text={() => formatPrice(form.reference(), order.precision)} />
      </p>
      <div className={styles.kinds}>
        <Chips
          label={t('order.edit_stops')}
          options={[
            { value: 'fixed', label: t('order.stop_loss') },
            { value: 'trailing', label: t('order.reasons.trailing-stop') },
          ]}
          value={form.trail.kind}
          onChange={form.setKind}
        />
      </div>
      {form.trail.kind === 'trailing' ? (
        <TrailInput form={form} />
      ) : (
        <StopInput form={form} field="stopLoss" />
      )}
      {form.trail.kind === 'fixed' && <BreakEven form={form} />}
      <StopInput form={form} field="takeProfit" />
      <p className="faint">{t('order.stops_hint')}</p>
    </div>
  );
}

function TrailInput({ form }: { readonly form: StopsFormState }) {
  const { t } = useTranslation();
  const { points, problem } = form.trail;
  return (
    <NumberStepper
      label={t('order.trail_points')}
      value={points}
      onChange={form.editTrail}
      step={10}
      min={1}
      decimals={0}
      hint={t('order.trail_hint')}
      error={problem && t(problem === 'too-far' ? 'ticket.problem.too_far' : 'order.trail_problem')}
    />
  );
}

/** Puts the stop loss at the opening price; there only while the price allows it. */
function BreakEven({ form }: { readonly form: StopsFormState }) {
  const { t } = useTranslation();
  const { order } = form;
  useSignals();
  if (!form.isBreakEvenOffered.value || order.status !== 'open') return null;
  const price = plainPrice(order.openPrice, order.precision);
  return (
    <Button variant="quiet" size="s" onClick={() => form.edit('stopLoss', price)}>
      {t('order.break_even')}
    </Button>
  );
}

function StopInput({ form, field }: { readonly form: StopsFormState; readonly field: StopProblem['field'] }) {
  const { t } = useTranslation();
  const { order, problems } = form;
  const problem = problems.find((one) => one.field === field);
  return (
    <PriceStepper
      label={field === 'stopLoss' ? t('order.stop_loss') : t('order.stop_profit')}
      placeholder={t('order.none')}
      value={form.texts[field]}
      onChange={(text) => form.edit(field, text)}
      precision={order.precision}
      from={form.reference}
      error={problem && stopProblemText(t, problem, order.side, order.precision)}
      stakes={[{ amount: () => form.stake(field) }]}
    />
  );
}

interface StopsFooterProps {
  readonly form: Pick<StopsFormState, 'busy' | 'save'>;
  readonly onBack: () => void;
}

export function StopsFooter({ form, onBack }: StopsFooterProps) {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      <Button variant="quiet" onClick={onBack}>
        {t('public.back')}
      </Button>
      <ActButton variant="primary" wide busy={form.busy.value} onClick={form.save}>
        {t('order.save_stops')}
      </ActButton>
    </>
  );
}

/** A stop loss at a price, or one that trails; the field of its distance. */
interface Trail {
  readonly kind: 'fixed' | 'trailing';
  readonly points: string;
  readonly problem: TrailProblem | undefined;
}

const trailOf = ({ trailPoints }: Position | PendingOrder): Omit<Trail, 'problem'> => ({
  kind: trailPoints === undefined ? 'fixed' : 'trailing',
  points: trailPoints === undefined ? '' : String(trailPoints),
});

/** What was typed. All else follows the order, whose stops another device may move while the form is open. */
type Edits = Partial<StopTexts & Pick<Trail, 'kind' | 'points'>>;

/** State of the form for both stops of an order. */
interface StopsFormState {
  readonly order: Position | PendingOrder;
  readonly texts: StopTexts;
  readonly problems: readonly StopProblem[];
  readonly busy: ReadonlySignal<boolean>;
  readonly trail: Trail;
  /** Whether the price allows a stop loss at the opening price. */
  readonly isBreakEvenOffered: ReadonlySignal<boolean>;
  setKind(kind: Trail['kind']): void;
  editTrail(points: string): void;
  /** The current reference price of the stops. */
  reference(): Price | undefined;
  stake(field: keyof StopTexts): Money | undefined;
  edit(field: keyof StopTexts, text: string): void;
  save(): void;
  /** Returns a handler that begins with the order's stops and calls `then`. */
  open(then: () => void): () => void;
}

/** @param now the live price */
export function useStopsForm(
  order: Position | PendingOrder,
  now: ReadonlySignal<Price | undefined>,
  actions: OrderActions,
  onSaved: () => void,
): StopsFormState {
  const [edits, setEdits] = useState<Edits>({});
  const [problems, setProblems] = useState<readonly StopProblem[]>([]);
  const [trailProblem, setTrailProblem] = useState<TrailProblem>();
  const texts = { ...stopTexts(order), ...edits };
  const trail = { ...trailOf(order), ...edits, problem: trailProblem };
  const instrument = instrumentOf(order.instrumentId);
  const rate = useRate(instrument);
  const busy = useMemo(() => computed(() => actions.underway.value.has(order.id)), [actions, order.id]);
  const isBreakEvenOffered = useMemo(() => computed(() => canBreakEven(order, now.value)), [order, now]);
  return {
    order,
    texts,
    trail,
    isBreakEvenOffered,
    setKind(kind) {
      setEdits({ ...edits, kind });
      setTrailProblem(undefined);
    },
    editTrail(points) {
      setEdits({ ...edits, kind: 'trailing', points });
      setTrailProblem(undefined);
    },
    problems,
    busy,
    reference: () => stopReference(order, now.value),
    stake: (field) =>
      stakeOf(order, field, texts[field], stopReference(order, now.value), { instrument, rate: rate.value }),
    edit(field, text) {
      // A typed stop loss stays one at a price, whatever another device makes of it.
      const kind = field === 'stopLoss' ? { kind: 'fixed' as const } : {};
      setEdits({ ...edits, ...kind, [field]: text });
      setProblems(problems.filter((problem) => problem.field !== field));
    },
    save() {
      const isTrailing = trail.kind === 'trailing';
      const fixed = isTrailing ? { ...texts, stopLoss: '' } : texts;
      const from = stopReference(order, now.peek());
      const stops = parseStops(fixed, order.precision, order.side, from);
      const points = isTrailing ? readTrail(trail.points, order.side, from) : ok(undefined);
      setProblems(stops.ok ? [] : stops.error);
      setTrailProblem(points.ok ? undefined : points.error);
      if (!stops.ok || !points.ok) return;
      const trailing = points.value === undefined ? {} : { trailPoints: points.value };
      void actions.changeStops(order, { ...stops.value, ...trailing }).then((done) => {
        if (done) onSaved();
      });
    },
    open: (then) => () => {
      setEdits({});
      setProblems([]);
      setTrailProblem(undefined);
      then();
    },
  };
}
