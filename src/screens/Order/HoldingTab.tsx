import { type ReadonlySignal, useComputed } from '@preact/signals-react';
import { useCallback, useMemo, useState } from 'react';
import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import type { OrderId, Position } from '../../../shared/domain/order.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatLots } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { instrumentOf } from '../../state/market.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { hideableText } from '../shared/Balance.tsx';
import type { BulkPlan } from '../shared/bulk.ts';
import { useSteadyRows } from '../shared/steady-rows.ts';
import type { OrderActions } from '../shared/use-order-actions.ts';
import { ActButton } from './ActButton.tsx';
import type { Ask } from './AskDialog.tsx';
import { BulkBar } from './BulkBar.tsx';
import { NightFacts } from './Nights.tsx';
import { NoOrders, OrderRow, RowSkeletons } from './OrderRow.tsx';
import styles from './OrderScreen.module.css';
import type { Opened } from './OrderSheet.tsx';
import { StopRail } from './StopRail.tsx';

export interface WorkingTabProps {
  readonly orders: WorkingOrders;
  readonly actions: OrderActions;
  readonly onOpen: (opened: Opened) => void;
  readonly onAsk: (ask: Ask) => void;
  readonly onBulk: (plan: BulkPlan) => void;
}

/** Rows added at a time: each has live texts, and an account may have a thousand positions. */
const SLICE = 30;

export function HoldingTab({ orders, ...props }: WorkingTabProps) {
  if (orders.status === 'unknown') return <RowSkeletons />;
  return <Positions positions={orders.positions} {...props} />;
}

interface PositionsProps extends Omit<WorkingTabProps, 'orders'> {
  readonly positions: readonly Position[];
}

function Positions({ positions, actions, onOpen, onAsk, onBulk }: PositionsProps) {
  useSignals();
  const { t } = useTranslation();
  const [shown, setShown] = useState(SLICE);
  const rows = useSteadyRows(positions, !confirmOrders.value);
  return (
    <>
      {rows.length > 1 && (
        <BulkBar
          positions={positions}
          underway={actions.underway}
          onPick={(scope) => onBulk({ kind: 'close', scope })}
        />
      )}
      <InfiniteList
        items={rows.slice(0, shown)}
        loading={false}
        done={shown >= rows.length}
        onEnd={() => setShown(shown + SLICE)}
        empty={<NoOrders title={t('order.empty_holding')} />}
        renderItem={({ order: position, isOpen }) => (
          <HoldingRow
            key={position.id}
            position={position}
            isOpen={isOpen}
            underway={actions.underway}
            onOpen={() => onOpen({ status: 'working', id: position.id })}
            onClose={() => {
              if (confirmOrders.peek()) onAsk({ status: 'close', position });
              else void actions.close(position);
            }}
          />
        )}
      />
    </>
  );
}

interface HoldingRowProps {
  readonly position: Position;
  readonly isOpen: boolean;
  readonly underway: ReadonlySignal<ReadonlySet<OrderId>>;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** An open position. Effects write its price and profit. */
function HoldingRow({ position, isOpen, underway, onOpen, onClose }: HoldingRowProps) {
  useSignals();
  const { t } = useTranslation();
  const { id, showCode: name } = position;
  const mark = useMemo(() => positionSignals(id), [id]);
  const pnl = useCallback(() => mark.pnl.value, [mark]);
  const busy = useComputed(() => underway.value.has(id));
  const lots = formatLots(position.volume);
  const isHalted = instrumentOf(position.instrumentId)?.mode === 'halted';
  return (
    <OrderRow
      order={position}
      onOpen={isOpen ? onOpen : undefined}
      figure={
        isOpen ? (
          <Amount of={pnl} profit mask={hideableText} className={`strong ${styles.rowPnl}`} />
        ) : (
          <span className={`soft ${styles.rowPnl}`}>{t('strip.closed')}</span>
        )
      }
      action={
        <ActButton
          variant="quiet"
          size="s"
          busy={busy.value}
          disabled={!isOpen || isHalted}
          onClick={onClose}
        >
          <span aria-hidden="true">{t('order.close')}</span>
          <span className="visually-hidden">{t('order.close_row', { name, lots })}</span>
        </ActButton>
      }
    >
      <StopRail position={position} now={mark.price} />
      <dl className={`tiny ${styles.facts}`}>
        <NightFacts order={position} className={styles.night} />
      </dl>
    </OrderRow>
  );
}
