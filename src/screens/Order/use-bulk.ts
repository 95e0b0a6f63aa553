import { useRef, useState } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { BulkPlan, BulkRun } from '../shared/bulk.ts';
import type { OrderActions } from '../shared/use-order-actions.ts';

export interface BulkSheetProps {
  readonly plan: BulkPlan;
  readonly open: boolean;
  readonly run: BulkRun | undefined;
  readonly actions: OrderActions;
  readonly onPlan: (plan: BulkPlan) => void;
  readonly onStart: (orders: BulkRun['orders']) => void;
  readonly onClose: () => void;
}

/**
 * The bulk action of the screen. It goes on when its sheet is closed, and then ends with a toast; while it runs, the sheet
 * shows it again.
 */
export function useBulk(actions: OrderActions) {
  const { t } = useTranslation();
  const [plan, setPlan] = useState<BulkPlan>();
  const [run, setRun] = useState<BulkRun>();
  const [open, setOpen] = useState(false);
  const isShown = useRef(false);
  const show = (next: boolean): void => {
    isShown.current = next;
    setOpen(next);
  };
  const onStart = (orders: BulkRun['orders']): void => {
    const started = actions.bulk(orders);
    if (started === undefined) return;
    setRun(started);
    void started.finished.then(() => {
      if (isShown.current) return;
      const { executed } = started.progress.peek();
      const count = started.orders.length;
      showToast(t('order.bulk_progress', { done: executed, count }), executed === count ? 'ok' : 'error');
    });
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
