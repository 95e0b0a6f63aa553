import { computed, effect, type Signal, untracked, useSignal } from '@preact/signals-react';
import { useEffect } from 'react';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import type { Position } from '../../../shared/domain/order.ts';
import { later } from '../../clock.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { working } from '../../state/account.ts';
import { onBack, onMoment } from '../../state/ask.ts';
import { chartSettings } from '../../state/chart-settings.ts';
import { loadHistory } from '../../state/orders.ts';
import type { LiveChart } from '../live-chart.ts';
import { ordersOn } from '../orders/orders-on.ts';
import styles from './ChartFills.module.css';
import { createClosedOrders, PAGE_SIZE } from './closed-orders.ts';
import { createFillPainter } from './fill-painter.ts';

interface ChartFillsProps {
  readonly chart: LiveChart;
  readonly instrumentId: InstrumentId;
}

/**
 * Marks the fills of one account and instrument on its chart: those of open positions and of closed orders. While some are
 * in view, a line of the legend hides them, and shows them again.
 */
export function ChartFills({ chart, instrumentId }: ChartFillsProps) {
  useSignals();
  const { t } = useTranslation();
  const areInView = useSignal(false);
  useEffect(() => followFills(chart, instrumentId, areInView), [chart, instrumentId, areInView]);
  if (!areInView.value) return null;
  const isOn = chartSettings.fills.value;
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isOn}
      onClick={() => {
        chartSettings.fills.value = !isOn;
      }}
    >
      <span>
        <span aria-hidden="true">{isOn ? '▲' : '△'}</span> {t('chart.fills')}
      </span>
    </button>
  );
}

function followFills(chart: LiveChart, instrumentId: InstrumentId, areInView: Signal<boolean>): () => void {
  const closed = createClosedOrders((page) => loadHistory(page, { instrumentId }, PAGE_SIZE), later);
  const positions = computed(() =>
    ordersOn(working.value, instrumentId).filter((order) => order.status === 'open'),
  );
  // Trailing stops change rows as well.
  const fills = computed(() => JSON.stringify(positions.value.map(({ id, volume }) => [id, volume])));
  let before: readonly Position[] = [];
  const ends = [
    effect(() => {
      void fills.value;
      // While the orders are unknown, as after signing out, nothing was closed.
      if (working.peek().status === 'ready') {
        const now = untracked(() => positions.value);
        const left = new Map(now.map(({ id, volume }) => [id, volume]));
        if (before.some(({ id, volume }) => (left.get(id) ?? 0) < volume)) closed.refresh();
        before = now;
      }
      const painter = createFillPainter({
        orders: [...before, ...closed.orders.value],
        isOn: chartSettings.fills.value,
        onView: closed.show,
        onSeen: (isAny) => {
          areInView.value = isAny;
        },
      });
      chart.set({ fills: painter });
    }),
    onBack(closed.refresh),
    onMoment(closed.reset),
    closed.end,
  ];
  return () => {
    for (const end of ends) end();
    chart.set({ fills: undefined });
    areInView.value = false;
  };
}
