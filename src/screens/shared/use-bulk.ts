import { useRef, useState } from 'react';
import type { BulkPlan, BulkRun } from './bulk.ts';
import type { OrderActions } from './use-order-actions.ts';

export interface BulkSheetProps {
  readonly plan: BulkPlan;
  readonly open: boolean;
  readonly run: BulkRun | undefined;
  readonly actions: OrderActions;
  /** Undefined where the plan is the only one. */
  readonly onPlan?: ((plan: BulkPlan) => void) | undefined;
  readonly onStart: (orders: BulkRun['orders']) => void;
  readonly onClose: () => void;
}

/**
 * The bulk action of the screen. It goes on when its sheet is closed, and then ends with a toast; while it runs, the sheet
 * shows it again.
 */
export function useBulk(actions: OrderActions) {
  const [plan, setPlan] = useState<BulkPlan>();
  const [run, setRun] = useState<BulkRun>();
  const [open, setOpen] = useState(false);
  const isShown = useRef(false);
  const show = (next: boolean): void => {
    isShown.current = next;
    setOpen(next);
  };
  const onStart = (orders: BulkRun['orders']): void => {
    const started = actions.bulk(orders, () => isShown.current);
    if (started) setRun(started);
  };
  const sheet: BulkSheetProps | undefined = plan && {
    plan,
    open,
    run,
    actions,
    onPlan: setPlan,
    onStart,
    onClose: () => show(false),
  };
  return {
    sheet,
    plan(next: BulkPlan): void {
      const isRunning = run !== undefined && run.progress.peek().answered < run.orders.length;
      if (!isRunning) {
        setRun(undefined);
        setPlan(next);
      }
      show(true);
    },
  };
}
