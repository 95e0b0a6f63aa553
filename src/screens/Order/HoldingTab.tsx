import { type ReadonlySignal, useComputed } from '@preact/signals-react';
import { useCallback, useMemo, useState } from 'react';
import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import { byInstrument } from '../../../shared/domain/net-position.ts';
import type { OrderId, Position } from '../../../shared/domain/order.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatLots } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { useChoice } from '../../state/choices.ts';
import { instrumentOf } from '../../state/market.ts';
import { confirmOrders, singlePositions } from '../../state/preferences.ts';
import { ActButton } from '../shared/ActButton.tsx';
import type { Ask } from '../shared/AskDialog.tsx';
import { hideableText } from '../shared/Balance.tsx';
import type { BulkPlan } from '../shared/bulk.ts';
import { PartRow } from '../shared/PartRow.tsx';
import { type SteadyRow, useSteadyRows } from '../shared/steady-rows.ts';
import type { OrderActions } from '../shared/use-order-actions.ts';
import { BulkBar } from './BulkBar.tsx';
import { GroupRow } from './GroupRow.tsx';
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

type Row = SteadyRow<Position>;
/** A row of the list: all of an instrument's positions, one of them below it, or one by itself. */
type Item =
  | { readonly kind: 'group'; readonly rows: readonly [Row, ...Row[]]; readonly isUnfolded: boolean }
  | { readonly kind: 'part' | 'single'; readonly row: Row };

const groupedItems = (rows: readonly Row[], unfolded: readonly string[]): readonly Item[] =>
  byInstrument(rows, ({ order }) => order).flatMap((group): readonly Item[] => {
    const isUnfolded = group.length > 1 && unfolded.includes(String(group[0].order.instrumentId));
    const parts = isUnfolded ? group.map((row): Item => ({ kind: 'part', row })) : [];
    return [{ kind: 'group', rows: group, isUnfolded }, ...parts];
  });

function Positions({ positions, actions, onOpen, onAsk, onBulk }: PositionsProps) {
  useSignals();
  const { t } = useTranslation();
  const { underway } = actions;
  const [shown, setShown] = useState(SLICE);
  const rows = useSteadyRows(positions, !confirmOrders.value);
  const unfolded = useChoice<string>('order.unfolded', '');
  const ids = unfolded.value;
  const items = singlePositions.value
    ? rows.map((row): Item => ({ kind: 'single', row }))
    : groupedItems(rows, ids.split('.'));
  const close = (position: Position): void => {
    if (confirmOrders.peek()) onAsk({ status: 'close', position });
    else void actions.close(position);
  };
  const closeAll = ([first, ...others]: readonly Position[]): void => {
    if (first === undefined) return;
    if (others.length > 0) onBulk({ kind: 'close', scope: first.instrumentId });
    else close(first);
  };
  return (
    <>
      {rows.length > 1 && (
        <BulkBar
          positions={positions}
          underway={underway}
          onPick={(scope) => onBulk({ kind: 'close', scope })}
        />
      )}
      <InfiniteList
        items={items.slice(0, shown)}
        loading={false}
        done={shown >= items.length}
        onEnd={() => setShown(shown + SLICE)}
        empty={<NoOrders title={t('order.empty_holding')} />}
        renderItem={(item) => {
          if (item.kind === 'group') {
            const { id, instrumentId } = item.rows[0].order;
            return (
              <GroupRow
                key={`group ${instrumentId}`}
                rows={item.rows}
                isUnfolded={item.rows.length > 1 ? item.isUnfolded : undefined}
                underway={underway}
                onOpen={() => {
                  if (item.rows.length === 1) onOpen({ status: 'working', id });
                  else unfolded.value = toggled(ids, String(instrumentId));
                }}
                onClose={closeAll}
              />
            );
          }
          const { order: position, isOpen } = item.row;
          const Kind = item.kind === 'part' ? PartRow : HoldingRow;
          return (
            <Kind
              key={position.id}
              position={position}
              isOpen={isOpen}
              underway={underway}
              onOpen={() => onOpen({ status: 'working', id: position.id })}
              onClose={() => close(position)}
            />
          );
        }}
      />
    </>
  );
}

/** Ids with dots between, with `id` or without it. */
const toggled = (ids: string, id: string): string => {
  const others = ids.split('.').filter((one) => one !== id && one !== '');
  return (ids.split('.').includes(id) ? others : [...others, id]).join('.');
};

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
          <Amount of={pnl} profit mask={hideableText} className={`strong number-end ${styles.rowPnl}`} />
        ) : (
          <span className={`soft number-end ${styles.rowPnl}`}>{t('strip.closed')}</span>
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
