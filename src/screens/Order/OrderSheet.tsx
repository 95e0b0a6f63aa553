import { useEffect, useLayoutEffect, useState } from 'react';
import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import type {
  ClosedOrder,
  OrderId,
  PendingOrder,
  Position,
  UnfilledOrder,
} from '../../../shared/domain/order.ts';
import { decidingPrice } from '../../../shared/domain/quote.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Fact } from '../../components/Fact.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { useLast } from '../../components/use-last.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatLots } from '../../format/money.ts';
import { formatPrice, formatRatio } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { working } from '../../state/account.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { useQuote } from '../../state/quotes.ts';
import { ActButton, ReplayNote } from '../shared/ActButton.tsx';
import type { Ask } from '../shared/AskDialog.tsx';
import type { OrderActions } from '../shared/use-order-actions.ts';
import type { PositionMoves } from '../shared/use-position-moves.tsx';
import { AmendForm, useAmendForm } from './AmendForm.tsx';
import { closeWords, triggerOf } from './close-words.ts';
import { Details, LeadFact, SideDetail, StopDetails } from './Details.tsx';
import type { HistoryOrder } from './history-days.ts';
import { NightFacts } from './Nights.tsx';
import styles from './OrderSheet.module.css';
import { AskedStory, OrderStory } from './OrderStory.tsx';
import { PositionSheet } from './PositionSheet.tsx';
import { StopsFooter, StopsForm, useStopsForm } from './StopsForm.tsx';

interface OrderSheetProps {
  readonly opened: Opened;
  readonly actions: OrderActions;
  readonly moves: PositionMoves;
  readonly onAsk: (ask: Ask) => void;
  readonly onClose: () => void;
}

/** The details of an order. They close by themselves when a working order is closed, filled or cancelled. */
export function OrderSheet({ opened, actions, moves, onAsk, onClose }: OrderSheetProps) {
  useSignals();
  const order = opened.status === 'closed' ? opened.order : orderOf(working.value, opened);
  const shown = useLast(order);
  const gone = opened.status === 'working' && order === undefined;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  if (shown === undefined) return null;
  const common = { open: order !== undefined, onClose, actions, onAsk };
  if (shown.status === 'closed') return <ClosedSheet key={shown.id} order={shown} {...common} />;
  if (shown.status === 'cancelled') return <UnfilledSheet key={shown.id} order={shown} {...common} />;
  return shown.status === 'open' ? (
    <PositionSheet key={shown.id} position={shown} moves={moves} {...common} />
  ) : (
    <PendingSheet key={shown.id} order={shown} {...common} />
  );
}

function orderOf(orders: WorkingOrders, opened: Opened): Position | PendingOrder | undefined {
  if (opened.status !== 'working' || orders.status !== 'ready') return undefined;
  const isIt = (order: { readonly id: OrderId }) => order.id === opened.id;
  return orders.positions.find(isIt) ?? orders.pending.find(isIt);
}

/** The order whose details are open. Working orders by id only, so that the popup closes with the order. */
export type Opened =
  | { readonly status: 'none' }
  | { readonly status: 'working'; readonly id: OrderId }
  | { readonly status: 'closed'; readonly order: HistoryOrder };

interface EndedSheetProps<O extends HistoryOrder> {
  readonly order: O;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All facts of a closed order, and what led to its end. */
function ClosedSheet({ order, open, onClose }: EndedSheetProps<ClosedOrder>) {
  const { t } = useTranslation();
  const { precision } = order;
  const trigger = triggerOf(order);
  return (
    <Sheet open={open} onClose={onClose} title={order.showCode}>
      <section className={styles.why} aria-label={t('history.why')}>
        <p className="strong">{closeWords(t, order)}</p>
        {order.reason === 'stop-out' && <p className="soft">{t('history.stop_out_why')}</p>}
      </section>
      <Details>
        <LeadFact label={t('order.profit')} value={<Amount of={order.realisedPnl} profit />} />
      </Details>
      <OrderStory order={order} room={trigger === undefined ? 3 : 4} />
      <Details>
        <SideDetail side={order.side} />
        <Fact label={t('order.hand_num')} value={formatLots(order.volume)} />
        <Fact label={t('order.price')} value={formatPrice(order.openPrice, precision)} />
        <Fact label={t('order.trade_price')} value={formatPrice(order.closePrice, precision)} />
        <StopDetails order={order} />
        <Fact label={t('order.bond_fee')} value={<Amount of={order.margin} />} />
        <Fact label={t('order.handle_fee')} value={<Amount of={order.fee} />} />
        <NightFacts order={order} />
        <Fact label={t('order.time')} value={formatDateTime(order.createdAt)} />
        <Fact label={t('order.close_time')} value={formatDateTime(order.closedAt)} />
        <Fact label={t('order.times')} value={t('ticket.multiple_value', { value: order.multiple })} />
        <Fact label={t('order.reason')} value={t(`order.reasons.${order.reason}`)} />
        {trigger !== undefined && (
          <Fact label={t('history.trigger')} value={formatPrice(trigger.price, precision)} />
        )}
        {order.marginLevel !== undefined && (
          <Fact label={t('order.margin_level')} value={formatRatio(order.marginLevel)} />
        )}
        <Fact label={t('order.number')} value={String(order.id)} />
      </Details>
    </Sheet>
  );
}

/** A pending order that the exchange cancelled at its price. */
function UnfilledSheet({ order, open, onClose }: EndedSheetProps<UnfilledOrder>) {
  const { t } = useTranslation();
  const price = formatPrice(order.targetPrice, order.precision);
  return (
    <Sheet open={open} onClose={onClose} title={order.showCode}>
      <p className={`strong ${styles.why}`}>{t('history.no_margin', { price })}</p>
      <OrderStory order={order} room={3} />
      <Details>
        <SideDetail side={order.side} />
        <Fact label={t('order.hand_num')} value={formatLots(order.volume)} />
        <Fact label={t('order.target_price')} value={price} />
        <Fact label={t('order.times')} value={t('ticket.multiple_value', { value: order.multiple })} />
        <StopDetails order={order} />
        <Fact label={t('order.placed_time')} value={formatDateTime(order.createdAt)} />
        <Fact label={t('order.fates.cancelled')} value={formatDateTime(order.closedAt)} />
        <Fact label={t('order.number')} value={String(order.id)} />
      </Details>
    </Sheet>
  );
}

interface PendingSheetProps {
  readonly order: PendingOrder;
  readonly open: boolean;
  readonly actions: OrderActions;
  readonly onAsk: (ask: Ask) => void;
  readonly onClose: () => void;
}

/** A pending order: its terms, its stops, and its cancellation. */
function PendingSheet({ order, open, actions, onAsk, onClose }: PendingSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const [view, setView] = useState<'details' | 'stops' | 'price'>('details');
  // A sheet that is opened again begins with the order as it is.
  useLayoutEffect(() => {
    if (open) setView('details');
  }, [open]);
  const quote = useQuote(open ? order.instrumentId : undefined);
  const now = decidingPrice(order, quote);
  const form = useStopsForm(order, now, actions, () => setView('details'));
  const amend = useAmendForm(order, quote, actions, () => setView('details'));
  const cancel = (): void => {
    if (confirmOrders.peek()) onAsk({ status: 'cancel', order });
    else void actions.cancel(order);
  };
  const details = (
    <>
      <Details>
        <LeadFact label={t('order.target_price')} value={formatPrice(order.targetPrice, order.precision)} />
        <SideDetail side={order.side} />
        <Fact label={t('order.hand_num')} value={formatLots(order.volume)} />
        <Fact label={t('order.times')} value={t('ticket.multiple_value', { value: order.multiple })} />
        <Fact label={t('order.market_price')} value={() => formatPrice(now.value, order.precision)} />
        <StopDetails order={order} />
        <Fact label={t('order.placed_time')} value={formatDateTime(order.createdAt)} />
        <Fact label={t('order.number')} value={String(order.id)} />
      </Details>
      <div className={styles.acts}>
        <ActButton
          variant="quiet"
          wide
          onClick={() => {
            amend.reset();
            setView('price');
          }}
        >
          {t('order.amend')}
        </ActButton>
      </div>
      <AskedStory order={order} />
    </>
  );
  const actionsBar = (
    <>
      <ActButton variant="quiet" wide onClick={form.open(() => setView('stops'))}>
        {t('order.edit_stops')}
      </ActButton>
      <ActButton variant="danger" wide onClick={cancel}>
        {t('order.cancel')}
      </ActButton>
    </>
  );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={order.showCode}
      footer={
        view === 'details' ? (
          actionsBar
        ) : (
          <StopsFooter form={view === 'stops' ? form : amend} onBack={() => setView('details')} />
        )
      }
    >
      <ReplayNote />
      {view === 'stops' && <StopsForm form={form} />}
      {view === 'price' && <AmendForm form={amend} />}
      {view === 'details' && details}
    </Sheet>
  );
}
