import { computed, effect, untracked } from '@preact/signals-react';
import { useEffect } from 'react';
import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import type { Position } from '../../../shared/domain/order.ts';
import { later } from '../../clock.ts';
import { working } from '../../state/account.ts';
import { onBack, onMoment } from '../../state/ask.ts';
import { loadHistory } from '../../state/orders.ts';
import type { LiveChart } from '../live-chart.ts';
import { ordersOn } from '../orders/orders-on.ts';
import { createClosedOrders, PAGE_SIZE } from './closed-orders.ts';
import { createFillPainter } from './fill-painter.ts';

interface ChartFillsProps {
  readonly chart: LiveChart;
  readonly instrumentId: InstrumentId;
}

/** Marks the fills of one account and instrument on its chart: those of open positions and of closed orders. */
export function ChartFills({ chart, instrumentId }: ChartFillsProps) {
  useEffect(() => followFills(chart, instrumentId), [chart, instrumentId]);
  return null;
}

function followFills(chart: LiveChart, instrumentId: InstrumentId): () => void {
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
      chart.set({ fills: createFillPainter([...before, ...closed.orders.value], closed.show) });
    }),
    onBack(closed.refresh),
    onMoment(closed.reset),
    closed.end,
  ];
  return () => {
    for (const end of ends) end();
    chart.set({ fills: undefined });
  };
}
