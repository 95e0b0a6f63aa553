import type { Price } from '../../../shared/domain/price.ts';
import { entryOf } from '../../../shared/domain/profit-at.ts';
import { type ChartTheme, translucent } from '../chart-theme.ts';
import { allowedFor, type Move, type WorkingOrder } from './line-change.ts';
import type { Brush } from './line-painter.ts';

/** Flat fills from the entry to stop and target, and where the line may not be. */
export function paintZones(
  brush: Brush,
  theme: ChartTheme,
  { orders, moves }: { readonly orders: readonly WorkingOrder[]; readonly moves: readonly Move[] },
  rowOf: (price: number) => number,
  plot: { readonly top: number; readonly bottom: number; readonly right: number },
  now: Price | undefined,
): void {
  const [order, move] = [orders[0], moves[0]];
  if (!order || !move) return;
  const clamp = (y: number) => Math.min(Math.max(y, plot.top), plot.bottom);
  const fill = (from: number, to: number, colour: string) => {
    const [top, bottom] = [clamp(Math.min(from, to)), clamp(Math.max(from, to))];
    if (bottom > top) brush.rect(0, top, plot.right, bottom - top, colour);
  };
  if (move.what !== 'order-price') {
    const entry = entryOf(order);
    const sign = order.side === 'buy' ? 1 : -1;
    const other = move.what === 'take-profit' ? order.stopLoss : order.takeProfit;
    for (const to of [move.price, other]) {
      if (to === undefined) continue;
      const isGain = (to - entry) * sign > 0;
      fill(rowOf(entry), rowOf(to), translucent(isGain ? theme.up : theme.down, 0.18));
    }
  }
  const allowed = allowedFor(order, move.what, now);
  if (!allowed) return;
  const forbidden = translucent(theme.quietInk, 0.16);
  if (Number.isFinite(allowed.highest)) fill(rowOf(allowed.highest), plot.top, forbidden);
  if (allowed.lowest > 1) fill(rowOf(allowed.lowest), plot.bottom, forbidden);
}
