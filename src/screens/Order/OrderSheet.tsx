import { useEffect } from 'react';
import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import type { OrderId, PendingOrder, Position } from '../../../shared/domain/order.ts';
import { useSignals } from '../../components/useSignals.ts';
import { working } from '../../state/account.ts';
import type { Ask } from './AskDialog.tsx';
import { ClosedSheet } from './ClosedSheet.tsx';
import type { Opened } from './opened.ts';
import { PendingSheet } from './PendingSheet.tsx';
import { PositionSheet } from './PositionSheet.tsx';
import { useLast } from './use-last.ts';
import type { OrderActions } from './use-order-actions.ts';

interface OrderSheetProps {
  readonly opened: Opened;
  readonly actions: OrderActions;
  readonly onAsk: (ask: Ask) => void;
  readonly onClose: () => void;
}

/** The detail popup. A working order's closes by itself when the order is closed, filled or cancelled. */
export function OrderSheet({ opened, actions, onAsk, onClose }: OrderSheetProps) {
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
  return shown.status === 'open' ? (
    <PositionSheet key={shown.id} position={shown} {...common} />
  ) : (
    <PendingSheet key={shown.id} order={shown} {...common} />
  );
}

function orderOf(orders: WorkingOrders, opened: Opened): Position | PendingOrder | undefined {
  if (opened.status !== 'working' || orders.status !== 'ready') return undefined;
  const isIt = (order: { readonly id: OrderId }) => order.id === opened.id;
  return orders.positions.find(isIt) ?? orders.pending.find(isIt);
}
