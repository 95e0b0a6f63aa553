/*
 * The order lines of a chart: which labels they have, and what is painted while a finger drags one (order-drag.ts). Painted
 * with the rest of the overlay, at most once a frame. Moves are only proposed here; ChartOrders.tsx asks and sends them.
 */
import type { Money } from '../../../shared/domain/money.ts';
import type { OrderId } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { entryOf, type MoneyFacts, profitAt } from '../../../shared/domain/profit-at.ts';
import { decidingPrice, type TwoPrices } from '../../../shared/domain/quote.ts';
import { formatScaled } from '../../format/number.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import type { OfferedStop } from '../../state/first-fill.ts';
import type { ChartLayer, LayerScene } from '../chart-model.ts';
import { translucent } from '../chart-theme.ts';
import { yOf } from '../geometry.ts';
import { type LabelGroup, type Labelled, layoutLabels } from './label-layout.ts';
import { allowedFor, meaningOf, type OrderLine, type WorkingOrder } from './line-change.ts';
import {
  type Brush,
  createBrush,
  PITCH_PX,
  type PlacedLabel,
  paintBubble,
  paintGroupLines,
  paintLabel,
  paintMovedLine,
  paintOffered,
  placeLabel,
} from './line-painter.ts';
import { tagsOf } from './line-tags.ts';
import { bubbleRows, labelParts } from './line-texts.ts';
import {
  createOrderDrag,
  EDGE_PX,
  isSame,
  type OrderDrag,
  type OrderDragOptions,
  type Plot,
  type Proposal,
} from './order-drag.ts';
import { type AlertLine, type ChartLine, type Draft, isOfOrder, kindOf, orderLines } from './order-lines.ts';
import { remembered } from './remembered.ts';

/** What the lines show, all of one moment. */
export interface OrderScene extends MoneyFacts {
  readonly orders: readonly WorkingOrder[];
  readonly drafts: readonly Draft[];
  readonly quote: TwoPrices<Price | undefined>;
  /** Floating profit of the positions. */
  readonly profits: ReadonlyMap<OrderId, Money | undefined>;
  /** Prices of alerts. */
  readonly alerts: readonly Price[];
  /** Stops that could be set; they widen the scale. */
  readonly offered: readonly OfferedStop[];
  /** The lines of the label that was tapped. */
  readonly chosen: readonly OrderLine[];
}

/** `repaint` paints the layer in the next frame. */
export interface OrderLayerOptions extends Omit<OrderDragOptions, 'shown'> {
  /** What the finger proposes in the frame that is painted; undefined once it holds no line. */
  onHold(proposal: Proposal | undefined): void;
}

export interface OrderLayer extends ChartLayer, Pick<OrderDrag, 'grabber' | 'tap'> {
  show(scene: OrderScene): void;
}

const NO_SCENE: OrderScene = {
  orders: [],
  drafts: [],
  quote: { close: undefined, ask: undefined },
  profits: new Map(),
  alerts: [],
  offered: [],
  chosen: [],
  instrument: undefined,
  rate: undefined,
};

export function createOrderLayer(options: OrderLayerOptions): OrderLayer {
  const t = remembered(options.t);
  let scene = NO_SCENE;
  let lines: readonly OrderLine[] = [];
  let revision = 0;
  let labels: readonly PlacedLabel[] = [];
  let plot: Plot = { top: 0, bottom: 0, right: 0, highest: 0, lowest: 0 };
  const drag = createOrderDrag({
    ...options,
    t,
    shown: () => ({ plot, labels, lines }),
    repaint() {
      revision++;
      options.repaint();
    },
  });
  return {
    get revision() {
      return revision;
    },
    get seesAsk() {
      return scene.orders.some((order) => decidingPrice(order, { close: false, ask: true }));
    },
    get reach() {
      return drag.reach;
    },
    get wish() {
      return wishOf(scene.offered);
    },
    grabber: drag.grabber,
    tap: drag.tap,
    show(next) {
      scene = next;
      lines = orderLines(next.orders, next.drafts);
      drag.follow(lines);
      revision++;
    },
    paint(paint) {
      plot = plotOf(paint);
      drag.nextFrame();
      const proposal = drag.proposal();
      options.onHold(proposal);
      const view: View = { t, paint, plot, scene, brush: createBrush(paint), drag, proposal };
      labels = placedLabels(view, lines);
      const tags = paintBelow(view, labels);
      return {
        rows: tags.map(({ y }) => y * paint.pixelRatio),
        finish: () => paintAbove(view, labels, tags),
      };
    },
  };
}

/** What one paint works with. */
interface View {
  readonly t: Translate;
  readonly paint: LayerScene;
  readonly plot: Plot;
  readonly scene: OrderScene;
  readonly brush: Brush;
  readonly drag: OrderDrag;
  readonly proposal: Proposal | undefined;
}

function plotOf({ at, pixelRatio: ratio }: LayerScene): Plot {
  const [top, height] = [at.top / ratio, at.height / ratio];
  const { highest, lowest } = at;
  return { top, bottom: top + height, right: (at.left + at.width) / ratio, highest, lowest };
}

/** Not at the very edge. */
function wishOf(offered: readonly OfferedStop[]): ChartLayer['wish'] {
  if (offered.length === 0) return undefined;
  const prices = offered.map(({ price }) => price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const space = (highest - lowest) / 4;
  return [lowest - space, highest + space];
}

const rowOf = ({ at, pixelRatio }: LayerScene, price: number): number => yOf(at, price) / pixelRatio;

function placedLabels(
  { t, paint, plot, scene, brush, drag }: View,
  lines: readonly OrderLine[],
): readonly PlacedLabel[] {
  const alerts = scene.alerts.map((price): AlertLine => ({ part: 'alert', price, isWaiting: false }));
  const held = drag.held()?.lines ?? [];
  const isMoved = (line: OrderLine) => line.part !== 'position' && held.some((one) => isSame(one, line));
  const moneyOf = (line: OrderLine): Money | undefined =>
    line.part === 'position' ? scene.profits.get(line.order.id) : profitAt(line.order, line.price, scene);
  // Alerts first, so that all else is painted upon them.
  const wanted = [...alerts, ...lines.filter((line) => !isMoved(line))].map(
    (of): Labelled<ChartLine> => ({ of, y: rowOf(paint, of.price), kind: kindOf(of) }),
  );
  const seen = { top: plot.top + EDGE_PX, bottom: plot.bottom - EDGE_PX };
  // With large text the legends of a low chart may leave no space, but two labels there must be.
  const legendPx = Math.min(paint.legendPx, seen.bottom - 2 * PITCH_PX);
  const band = { ...seen, top: Math.max(seen.top, legendPx) };
  return layoutLabels(wanted, band, PITCH_PX, seen).map((group) =>
    placeLabel(
      brush,
      group,
      labelParts(t, group, moneyOf),
      hasCross(group) && (scene.chosen.length === 0 || isChosen(group, scene)),
    ),
  );
}

const isChosen = ({ lines }: LabelGroup<ChartLine>, { chosen }: OrderScene): boolean =>
  lines.some(({ of }) => isOfOrder(of) && chosen.some((one) => isSame(one, of)));

/** An alert and a position have sheets of their own; a label of lines of several kinds has no one meaning. */
const hasCross = ({ kind, lines }: LabelGroup<ChartLine>): boolean =>
  kind !== undefined && lines.every(({ of }) => isOfOrder(of) && of.part !== 'position' && !of.isLocked);

type Tags = ReturnType<typeof tagsOf>;

/** Zones and lines, below the line of the last price. */
function paintBelow(view: View, labels: readonly PlacedLabel[]): Tags {
  const { paint, plot, scene, brush, proposal } = view;
  const { theme, lastRow, pixelRatio } = paint;
  const row = (price: number) => rowOf(paint, price);
  if (proposal) paintZones(view, proposal);
  else {
    const stops = scene.offered.map(({ price, points }) => ({
      y: row(price),
      text: formatScaled(points, 0),
    }));
    paintOffered(brush, stops, plot, theme.quietInk);
  }
  for (const label of labels) paintGroupLines(brush, label, theme, plot.right, proposal !== undefined);
  return tagsOf(labels, proposal?.to, row, plot, lastRow && lastRow / pixelRatio);
}

/** Flat fills from the entry to stop and target, and where the line may not be. */
function paintZones({ paint, plot, scene, brush }: View, { orders, moves }: Proposal): void {
  const { theme } = paint;
  const row = (price: number) => rowOf(paint, price);
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
      fill(row(entry), row(to), translucent(isGain ? theme.up : theme.down, 0.18));
    }
  }
  const allowed = allowedFor(order, move.what, decidingPrice(order, scene.quote));
  if (!allowed) return;
  const forbidden = translucent(theme.quietInk, 0.16);
  if (Number.isFinite(allowed.highest)) fill(row(allowed.highest), plot.top, forbidden);
  if (allowed.lowest > 1) fill(row(allowed.lowest), plot.bottom, forbidden);
}

/** Labels, tags and what is under the finger. */
function paintAbove(view: View, labels: readonly PlacedLabel[], tags: Tags): void {
  const { t, paint, plot, scene, brush, drag, proposal } = view;
  const { theme, pen, pixelRatio } = paint;
  const held = drag.held();
  for (const label of labels)
    paintLabel(brush, label, theme, held !== undefined, isChosen(label.group, scene));
  for (const { price, y, isOfFinger } of tags) {
    const [fill, ink] = isOfFinger ? [theme.accent, theme.accentInk] : [theme.raised, theme.ink];
    pen.priceTag(price, y * pixelRatio, fill, ink);
  }
  const [move, order] = [proposal?.moves[0], proposal?.orders[0]];
  if (proposal && held && move && order) {
    const colour = proposal.problem ? theme.quietInk : theme.ink;
    paintMovedLine(brush, rowOf(paint, proposal.to), plot.right, colour);
    const now = decidingPrice(order, scene.quote);
    const meaning = meaningOf(proposal.orders, proposal.moves, now, scene);
    paintBubble(brush, bubbleRows(t, move, meaning, proposal.problem), held.finger, plot, theme);
  }
}
