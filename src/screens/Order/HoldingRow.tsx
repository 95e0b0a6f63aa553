import { type ReadonlySignal, useComputed } from '@preact/signals-react';
import { useMemo } from 'react';
import type { OrderId, Position } from '../../../shared/domain/order.ts';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { formatLots, formatMoney, formatSigned, toneOf } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { ActButton } from './ActButton.tsx';
import styles from './OrderRow.module.css';
import { SideTag } from './SideTag.tsx';
import { StopMarks } from './StopMarks.tsx';

interface HoldingRowProps {
  readonly position: Position;
  readonly underway: ReadonlySignal<ReadonlySet<OrderId>>;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** An open position. The whole row opens its details; its price and profit are written by effects. */
export function HoldingRow({ position, underway, onOpen, onClose }: HoldingRowProps) {
  useSignals();
  const { t } = useTranslation();
  const { id, showCode: name, precision, openPrice } = position;
  const mark = useMemo(() => positionSignals(id), [id]);
  const busy = useComputed(() => underway.value.has(id));
  const lots = formatLots(position.volume);
  return (
    <article className={styles.row}>
      <button
        type="button"
        className={styles.open}
        aria-label={t('order.open_row', { name })}
        onClick={onOpen}
      />
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <SideTag side={position.side} lots={lots} />
      </div>
      <SigText
        className={styles.pnl}
        tone={() => toneOf(mark.pnl.value)}
        text={() => formatSigned(mark.pnl.value, 6)}
      />
      <p className={styles.prices} dir="ltr">
        {formatPrice(openPrice, precision)} →{' '}
        <SigText text={() => formatPrice(mark.price.value, precision)} />
      </p>
      <div className={styles.action}>
        <ActButton variant="quiet" size="s" busy={busy.value} onClick={onClose}>
          <span aria-hidden="true">{t('order.close')}</span>
          <span className="visually-hidden">{t('order.close_row', { name, lots })}</span>
        </ActButton>
      </div>
      <p className={styles.facts}>
        <StopMarks order={position} />
        <span>
          {t('order.bond_fee')} {formatMoney(position.margin, 6)}
        </span>
        <span>
          {t('order.handle_fee')} {formatMoney(position.fee, 6)}
        </span>
      </p>
    </article>
  );
}
