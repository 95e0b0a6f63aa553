import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useCallback, useMemo, useState } from 'react';
import type { Money } from '../../../shared/domain/money.ts';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { Value } from '../../components/Value.tsx';
import { formatLots } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals, working } from '../../state/account.ts';
import { ActButton, ReplayNote } from './ActButton.tsx';
import { hideableText } from './Balance.tsx';
import styles from './BulkSheet.module.css';
import { type BulkPlan, type BulkRun, type Fate, groupOf, type Scope } from './bulk.ts';
import { newestFirst } from './order-model.ts';
import type { BulkSheetProps } from './use-bulk.ts';

/** A bulk action: what it is for, with the count and the total first; then its progress and what became of each order. */
export function BulkSheet({ plan, open, run, actions, onPlan, onStart, onClose }: BulkSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const { orders, total } = useChosen(plan, open && run === undefined);
  const count = orders.filter(({ id }) => !actions.underway.value.has(id)).length;
  const footer =
    run === undefined ? (
      <>
        <Button variant="quiet" onClick={onClose}>
          {t('order.keep')}
        </Button>
        <ActButton variant="danger" wide disabled={count === 0} onClick={() => onStart(orders)}>
          {t(plan.kind === 'close' ? 'order.close_count' : 'order.cancel_count', { count })}
        </ActButton>
      </>
    ) : (
      <Button variant="quiet" wide onClick={onClose}>
        {t('public.close')}
      </Button>
    );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(plan.kind === 'close' ? 'order.bulk_close' : 'order.bulk_cancel')}
      footer={footer}
    >
      <ReplayNote />
      {run !== undefined && <Progress run={run} kind={plan.kind} />}
      {run === undefined && plan.kind === 'close' && (
        <>
          {onPlan && <ScopeChips plan={plan} onPlan={onPlan} />}
          <Total label={t('order.total_profit')} amount={total} />
          <p className={`faint ${styles.note}`}>{t('order.close_all_text')}</p>
        </>
      )}
      <Rows orders={run?.orders ?? orders} run={run} />
    </Sheet>
  );
}

const NONE: readonly never[] = [];

/** The orders that a plan is for, as they are now: winners and losers change with the ticks. None while not `active`. */
function useChosen({ kind, scope }: BulkPlan, active: boolean) {
  const now = working.value;
  const [positions, pending] =
    active && now.status === 'ready' ? [now.positions, now.pending] : ([NONE, NONE] as const);
  const group = useMemo(() => groupOf(positions, scope), [positions, scope]);
  const total = useMemo(() => computed(() => group.value.total), [group]);
  const ids = useMemo(() => computed(() => group.value.members.map(({ id }) => id).join()), [group]);
  // Read for the render that a changed group needs; its amounts tick without one.
  const members = ids.value === '' ? NONE : group.peek().members;
  return { total, orders: newestFirst<Position | PendingOrder>(kind === 'close' ? members : pending) };
}

interface ScopeChipsProps {
  readonly plan: Extract<BulkPlan, { readonly kind: 'close' }>;
  readonly onPlan: (plan: BulkPlan) => void;
}

/** All, winners, losers, and each instrument if there are several. */
function ScopeChips({ plan, onPlan }: ScopeChipsProps) {
  const { t } = useTranslation();
  const positions = working.value.status === 'ready' ? working.value.positions : [];
  const instruments = new Map(positions.map((one) => [one.instrumentId, one.showCode]));
  const options: { value: Scope; label: string }[] = [
    { value: 'all', label: t('order.bulk_all') },
    { value: 'winners', label: t('order.winners') },
    { value: 'losers', label: t('order.losers') },
  ];
  if (instruments.size > 1) for (const [value, label] of instruments) options.push({ value, label });
  return (
    <Chips
      label={t('order.bulk_close')}
      options={options}
      value={plan.scope}
      onChange={(scope) => onPlan({ kind: 'close', scope })}
    />
  );
}

function Total({
  label,
  amount,
}: {
  readonly label: string;
  readonly amount: ReadonlySignal<Money | undefined>;
}) {
  const read = useCallback(() => amount.value, [amount]);
  return (
    <p className={`ends ${styles.total}`}>
      {label}
      <Amount of={read} profit mask={hideableText} className="strong" />
    </p>
  );
}

function Progress({ run, kind }: { readonly run: BulkRun; readonly kind: BulkPlan['kind'] }) {
  useSignals();
  const { t } = useTranslation();
  const { answered, executed } = run.progress.value;
  const count = run.orders.length;
  const text = t('order.bulk_progress', { done: executed, count });
  const realised = useMemo(() => computed(() => run.progress.value.realised), [run]);
  return (
    <>
      <p className={`strong ${styles.note}`} role="status">
        {text}
      </p>
      <progress className={styles.progress} value={answered} max={count} aria-label={text} />
      {kind === 'close' && <Total label={t('order.realised_total')} amount={realised} />}
    </>
  );
}

/** Rows added at a time. */
const SLICE = 30;

function Rows({ orders, run }: { readonly orders: BulkRun['orders']; readonly run: BulkRun | undefined }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(SLICE);
  return (
    <InfiniteList
      items={orders.slice(0, shown)}
      loading={false}
      done={shown >= orders.length}
      quiet
      onEnd={() => setShown(shown + SLICE)}
      empty={<p className={`faint ${styles.note}`}>{t('order.bulk_none')}</p>}
      renderItem={(order) => <Row key={order.id} order={order} fate={run?.fates.get(order.id)} />}
    />
  );
}

interface RowProps {
  readonly order: Position | PendingOrder;
  readonly fate: ReadonlySignal<Fate> | undefined;
}

function Row({ order, fate }: RowProps) {
  useSignals();
  const { t } = useTranslation();
  const side = t(order.side === 'buy' ? 'order.buy' : 'order.sell');
  return (
    <div className={`ends entry ${styles.row}`}>
      <span>
        <span className="strong" translate="no">
          {order.showCode}
        </span>{' '}
        <span className="soft">
          {side} <Value>{formatLots(order.volume)}</Value>
        </span>
      </span>
      {fate === undefined ? <Now order={order} /> : <FateText order={order} fate={fate.value} />}
    </div>
  );
}

/** The live profit of a position, or the price of a pending order. */
function Now({ order }: { readonly order: Position | PendingOrder }) {
  const mark = useMemo(() => positionSignals(order.id), [order.id]);
  const pnl = useCallback(() => mark.pnl.value, [mark]);
  if (order.status === 'pending')
    return (
      <span dir="ltr" translate="no">
        {formatPrice(order.targetPrice, order.precision)}
      </span>
    );
  return <Amount of={pnl} profit mask={hideableText} />;
}

function FateText({ order, fate }: { readonly order: Position | PendingOrder; readonly fate: Fate }) {
  const { t } = useTranslation();
  switch (fate.status) {
    case 'executed':
      return !fate.order ? (
        <span>{t('order.fates.cancelled')}</span>
      ) : (
        <span className={styles.fate}>
          <Amount of={fate.order.realisedPnl} profit mask={hideableText} />
          <span className="tiny">
            {t('order.fates.closed', { price: formatPrice(fate.order.closePrice, order.precision) })}
          </span>
        </span>
      );
    case 'refused':
    case 'not-executed':
      return (
        <span className={styles.fate}>
          <span className="warning">{t(`order.fates.${fate.status}`)}</span>
          <span className="tiny">{refusalText(t, fate.error)}</span>
        </span>
      );
    case 'waiting':
    case 'sent':
    case 'unknown':
      return (
        <span className={fate.status === 'unknown' ? 'warning' : 'faint'}>
          {t(`order.fates.${fate.status}`)}
        </span>
      );
    default:
      return fate satisfies never;
  }
}
