import type { ReadonlySignal } from '@preact/signals-react';
import type { Money } from '../../../shared/domain/money.ts';
import type { Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatLots, formatMoney, formatSigned, toneOf } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Detail, Details, SideDetail, StopDetails } from './Details.tsx';

interface PositionDetailsProps {
  readonly position: Position;
  /** The moving part: the price now and the profit at it. */
  readonly mark: {
    readonly price: ReadonlySignal<Price | undefined>;
    readonly pnl: ReadonlySignal<Money | undefined>;
  };
}

/** The specification's labels of a holding order; profit and margin with 6 decimals. */
export function PositionDetails({ position, mark }: PositionDetailsProps) {
  const { t } = useTranslation();
  const { precision } = position;
  return (
    <Details>
      <Detail
        lead
        label={t('order.profit')}
        value={() => formatSigned(mark.pnl.value, 6)}
        tone={() => toneOf(mark.pnl.value)}
      />
      <SideDetail side={position.side} />
      <Detail label={t('order.hand_num')} value={formatLots(position.volume)} />
      <Detail label={t('order.price')} value={formatPrice(position.openPrice, precision)} />
      <Detail label={t('order.market_price')} value={() => formatPrice(mark.price.value, precision)} />
      <StopDetails order={position} />
      <Detail label={t('order.bond_fee')} value={formatMoney(position.margin, 6)} />
      <Detail label={t('order.handle_fee')} value={formatMoney(position.fee, 6)} />
      <Detail label={t('order.times')} value={t('ticket.multiple_value', { value: position.multiple })} />
      <Detail label={t('order.time')} value={formatDateTime(position.createdAt)} />
      <Detail label={t('order.number')} value={String(position.id)} />
    </Details>
  );
}
