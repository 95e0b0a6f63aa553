import { useState } from 'react';
import type { PendingOrder } from '../../../shared/domain/order.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatLots } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { useQuote } from '../../state/quotes.ts';
import { ActButton, ReplayNote } from './ActButton.tsx';
import type { Ask } from './AskDialog.tsx';
import styles from './Details.module.css';
import { Detail, Details, SideDetail, StopDetails } from './Details.tsx';
import { StopsFooter, StopsForm } from './StopsForm.tsx';
import type { OrderActions } from './use-order-actions.ts';
import { useStopsForm } from './use-stops-form.ts';

interface PendingSheetProps {
  readonly order: PendingOrder;
  readonly open: boolean;
  readonly actions: OrderActions;
  readonly onAsk: (ask: Ask) => void;
  readonly onClose: () => void;
}

/** A waiting order: its terms, its stops, and taking it back. */
export function PendingSheet({ order, open, actions, onAsk, onClose }: PendingSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const [view, setView] = useState<'details' | 'stops'>('details');
  const quote = useQuote(open ? order.instrumentId : undefined);
  const form = useStopsForm(order, quote.close, actions, () => setView('details'));
  const cancel = (): void => {
    if (confirmOrders.peek()) onAsk({ status: 'cancel', order });
    else void actions.cancel(order);
  };
  const details = (
    <Details>
      <Detail lead label={t('order.target_price')} value={formatPrice(order.targetPrice, order.precision)} />
      <SideDetail side={order.side} />
      <Detail label={t('order.hand_num')} value={formatLots(order.volume)} />
      <Detail label={t('order.times')} value={t('ticket.multiple_value', { value: order.multiple })} />
      <Detail label={t('order.market_price')} value={() => formatPrice(quote.close.value, order.precision)} />
      <StopDetails order={order} />
      <Detail label={t('order.placed_time')} value={formatDateTime(order.createdAt)} />
      <Detail label={t('order.number')} value={String(order.id)} />
    </Details>
  );
  const actionsBar = (
    <div className={styles.actions}>
      <ActButton variant="quiet" wide onClick={form.open(() => setView('stops'))}>
        {t('order.edit_stops')}
      </ActButton>
      <ActButton variant="danger" wide onClick={cancel}>
        {t('order.cancel')}
      </ActButton>
    </div>
  );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={order.showCode}
      footer={view === 'stops' ? <StopsFooter form={form} onBack={() => setView('details')} /> : actionsBar}
    >
      <ReplayNote />
      {view === 'stops' ? <StopsForm form={form} /> : details}
    </Sheet>
  );
}
