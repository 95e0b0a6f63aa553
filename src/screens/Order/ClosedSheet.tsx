import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { formatDateTime } from '../../format/date.ts';
import { formatLots, formatMoney, formatSigned, toneOf } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Detail, Details, SideDetail, StopDetails } from './Details.tsx';

interface ClosedSheetProps {
  readonly order: ClosedOrder;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All there is to know of an order of the past. */
export function ClosedSheet({ order, open, onClose }: ClosedSheetProps) {
  const { t } = useTranslation();
  const { precision } = order;
  return (
    <Sheet open={open} onClose={onClose} title={order.showCode}>
      <Details>
        <Detail
          lead
          label={t('order.profit')}
          value={() => formatSigned(order.realisedPnl, 6)}
          tone={() => toneOf(order.realisedPnl)}
        />
        <SideDetail side={order.side} />
        <Detail label={t('order.hand_num')} value={formatLots(order.volume)} />
        <Detail label={t('order.price')} value={formatPrice(order.openPrice, precision)} />
        <Detail label={t('order.trade_price')} value={formatPrice(order.closePrice, precision)} />
        <StopDetails order={order} />
        <Detail label={t('order.bond_fee')} value={formatMoney(order.margin, 6)} />
        <Detail label={t('order.handle_fee')} value={formatMoney(order.fee, 6)} />
        <Detail label={t('order.time')} value={formatDateTime(order.createdAt)} />
        <Detail label={t('order.close_time')} value={formatDateTime(order.closedAt)} />
        <Detail label={t('order.times')} value={t('ticket.multiple_value', { value: order.multiple })} />
        <Detail label={t('order.reason')} value={t(`order.reasons.${order.reason}`)} />
        <Detail label={t('order.number')} value={String(order.id)} />
      </Details>
    </Sheet>
  );
}
