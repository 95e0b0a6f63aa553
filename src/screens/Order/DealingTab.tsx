import type { PendingOrder } from '../../../shared/domain/order.ts';
import { decidingPrice } from '../../../shared/domain/quote.ts';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatLots } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { useQuote } from '../../state/quotes.ts';
import { ActButton } from '../shared/ActButton.tsx';
import { useSteadyRows } from '../shared/steady-rows.ts';
import type { WorkingTabProps } from './HoldingTab.tsx';
import { NoOrders, OrderRow, RowSkeletons, StopTags } from './OrderRow.tsx';
import styles from './OrderScreen.module.css';

/** Pending orders. */
export function DealingTab({ orders, ...props }: WorkingTabProps) {
  if (orders.status === 'unknown') return <RowSkeletons />;
  return <Pending pending={orders.pending} {...props} />;
}

interface PendingProps extends Omit<WorkingTabProps, 'orders'> {
  readonly pending: readonly PendingOrder[];
}

function Pending({ pending, actions, onOpen, onAsk, onBulk }: PendingProps) {
  useSignals();
  const { t } = useTranslation();
  const rows = useSteadyRows(pending, !confirmOrders.value);
  return (
    <>
      {rows.length > 1 && (
        <div className={styles.bar}>
          <ActButton variant="quiet" size="s" onClick={() => onBulk({ kind: 'cancel', scope: 'all' })}>
            {t('order.cancel_all')}
          </ActButton>
        </div>
      )}
      <InfiniteList
        items={rows}
        loading={false}
        done
        onEnd={() => {}}
        empty={<NoOrders title={t('order.empty_dealing')} />}
        renderItem={({ order, isOpen }) => (
          <DealingRow
            key={order.id}
            order={order}
            isOpen={isOpen}
            busy={actions.underway.value.has(order.id)}
            onOpen={() => onOpen({ status: 'working', id: order.id })}
            onCancel={() => {
              if (confirmOrders.peek()) onAsk({ status: 'cancel', order });
              else void actions.cancel(order);
            }}
          />
        )}
      />
    </>
  );
}

interface DealingRowProps {
  readonly order: PendingOrder;
  readonly isOpen: boolean;
  readonly busy: boolean;
  readonly onOpen: () => void;
  readonly onCancel: () => void;
}

function DealingRow({ order, isOpen, busy, onOpen, onCancel }: DealingRowProps) {
  const { t } = useTranslation();
  const { showCode: name, precision } = order;
  const quote = useQuote(order.instrumentId);
  const lots = formatLots(order.volume);
  const price = formatPrice(order.targetPrice, precision);
  return (
    <OrderRow
      order={order}
      onOpen={isOpen ? onOpen : undefined}
      figure={
        isOpen ? (
          <span className={`strong number-end ${styles.rowPnl}`} dir="ltr" translate="no">
            {price}
          </span>
        ) : (
          <span className={`soft number-end ${styles.rowPnl}`}>{t('order.ended')}</span>
        )
      }
      action={
        <ActButton variant="quiet" size="s" busy={busy} disabled={!isOpen} onClick={onCancel}>
          <span aria-hidden="true">{t('order.cancel_short')}</span>
          <span className="visually-hidden">{t('order.cancel_row', { name, lots, price })}</span>
        </ActButton>
      }
    >
      <p className={`tiny ${styles.facts}`}>
        <span className={styles.mark}>
          {t('order.market_price')}{' '}
          <SigText text={() => formatPrice(decidingPrice(order, quote).value, precision)} />
        </span>
        <StopTags order={order} />
        <span translate="no">{formatDateTime(order.createdAt)}</span>
      </p>
    </OrderRow>
  );
}
