/*
 * The order lines of a chart: which labels they have, what is under a finger, and what it drags. Painted with the rest of
 * the overlay, at most once a frame. Moves are only proposed here; ChartOrders.tsx asks and sends them.
 */
import type { Money } from '../../../shared/domain/money.ts';
import type { OrderId } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import type { ChartLayer, LayerScene } from '../chart-model.ts';
import { translucent } from '../chart-theme.ts';
import { yOf } from '../geometry.ts';
import type { Point } from '../gesture-machine.ts';
import type { Grabber } from '../gestures.ts';
import { type LabelGroup, type Labelled, layoutBeside, layoutLabels } from './label-layout.ts';
import {
  allowedFor,
  entryOf,
  type MoneyFacts,
  type Move,
  meaningOf,
  moveOf,
  type OrderLine,
  problemOf,
  profitAt,
  snapped,
  type WorkingOrder,
} from './line-change.ts';
import { type Handle, hitAt } from './line-hits.ts';
import {
  type Brush,
  createBrush,
  PITCH_PX,
  type PlacedLabel,
  paintBubble,
  paintGroupLines,
  paintLabel,
  paintMovedLine,
  placeLabel,
} from './line-painter.ts';
import { bubbleRows, labelParts, moveProblemText } from './line-texts.ts';
import { type Draft, kindOf, orderLines } from './order-lines.ts';
import { remembered } from './remembered.ts';

/** What the lines show, all of one moment. */
export interface OrderScene extends MoneyFacts {
  readonly orders: readonly WorkingOrder[];
  readonly drafts: readonly Draft[];
  readonly now: Price | undefined;
  /** Floating profit of the positions. */
  readonly profits: ReadonlyMap<OrderId, Money | undefined>;
}

export interface OrderLayerOptions {
  readonly t: Translate;
  /** Paints the layer in the next frame. */
  repaint(): void;
  /** Whether lines can be moved at all. */
  canMove(): boolean;
  /** A line was released where the exchange allows it; one move for each order. */
  onMove(changes: readonly { readonly order: WorkingOrder; readonly change: Move }[]): void;
  /** The cross of a label was tapped. */
  onRemove(lines: readonly OrderLine[]): void;
}

export interface OrderLayer extends ChartLayer {
  show(scene: OrderScene): void;
  /** Takes the fingers that come down on a label, or move a line up or down. */
  readonly grabber: Grabber;
}

const TAG_PITCH_PX = 20;
/** Free rows above the first and below the last label. */
const EDGE_PX = 4;

const NO_SCENE: OrderScene = {
  orders: [],
  drafts: [],
  now: undefined,
  profits: new Map(),
  instrument: undefined,
  rate: undefined,
};

export function createOrderLayer(options: OrderLayerOptions): OrderLayer {
  const t = remembered(options.t);
  let scene = NO_SCENE;
  let lines: readonly OrderLine[] = [];
  let revision = 0;
  let labels: readonly PlacedLabel[] = [];
  let plot = { top: 0, bottom: 0, right: 0, highest: 0, lowest: 0 };
  let held: Held | undefined;
  let reach: readonly [lowest: number, highest: number] | undefined;

  const repaint = (): void => {
    revision++;
    options.repaint();
  };
  const moneyOf = (line: OrderLine): Money | undefined =>
    line.part === 'position' ? scene.profits.get(line.order.id) : profitAt(line.order, line.price, scene);

  const current = (line: OrderLine): OrderLine => lines.find((one) => isSame(one, line)) ?? line;
  /** What the finger proposes now. */
  const proposalOf = (held: Held) => {
    const { of } = held;
    const row = rowUnder(held, plot);
    const part = (row - plot.top) / (plot.bottom - plot.top);
    const to = snapped(plot.highest - part * (plot.highest - plot.lowest));
    const now = of.lines.map(current);
    const orders = now.map(({ order }) => order);
    const moves = now.map((line) => moveOf(line, to, scene.now));
    const problem = orders.flatMap((order, i) => {
      const move = moves[i];
      const found = move && problemOf(order, move, scene.now);
      return found ? [{ text: moveProblemText(t, found, move, order) }] : [];
    })[0]?.text;
    return { orders, moves, to, problem };
  };

  const drop = (from: Held): void => {
    const { orders, moves, problem } = proposalOf(from);
    const changes = orders.flatMap((order, i) => (moves[i] ? [{ order, change: moves[i] }] : []));
    const isMoved = moves.some((move, i) => hasEffect(move, from.of.lines[i]));
    if (problem === undefined && isMoved) options.onMove(changes);
  };
  const grabber: Grabber = (from) => {
    const hit = options.canMove() ? hitAt(from, labels, plot.right) : undefined;
    if (!hit) return undefined;
    let isFirst = true;
    const letGo = () => {
      const before = held;
      held = reach = undefined;
      if (before) repaint();
      return before;
    };
    return {
      isUpright: hit.on === 'line',
      drag(at) {
        // Its order may be gone meanwhile.
        if (isFirst || held) {
          held = { of: hit.of, from, at };
          isFirst = false;
          repaint();
        }
      },
      drop() {
        const before = letGo();
        if (before) drop(before);
        else if (isFirst && hit.on === 'cross') options.onRemove(hit.of.lines.map(current));
      },
      abandon: () => void letGo(),
    };
  };

  return {
    get revision() {
      return revision;
    },
    show(next) {
      scene = next;
      lines = orderLines(next.orders, next.drafts);
      // A line that is gone, for example after its order was filled, cannot be dragged any longer.
      if (held && !held.of.lines.every((line) => isStillThere(line, lines))) held = reach = undefined;
      revision++;
    },
    paint(paint) {
      const { at, pixelRatio: ratio } = paint;
      const { highest, lowest } = at;
      const [top, height] = [at.top / ratio, at.height / ratio];
      plot = { top, bottom: top + height, right: (at.left + at.width) / ratio, highest, lowest };
      reach = held && widened(reach, rowUnder(held, plot), plot);
      // While a finger rests at an edge, frame by frame.
      if (held && isAtEdge(rowUnder(held, plot), plot)) repaint();
      const rowOf = (price: number) => yOf(at, price) / ratio;
      const brush = createBrush(paint);
      const moved = held?.of.lines ?? [];
      const isMoved = (line: OrderLine) => line.part !== 'position' && moved.some((one) => isSame(one, line));
      const band = { top: plot.top + EDGE_PX, bottom: plot.bottom - EDGE_PX };
      const wanted = lines
        .filter((line) => !isMoved(line))
        .map((of): Labelled<OrderLine> => ({ of, y: rowOf(of.price), kind: kindOf(of) }));
      labels = layoutLabels(wanted, band, PITCH_PX).map((group) =>
        placeLabel(brush, group, labelParts(t, group, moneyOf), hasCross(group)),
      );
      const finger = held?.at;
      const proposal = held && proposalOf(held);
      const isDragging = held !== undefined;
      if (proposal) paintZones(brush, paint, proposal, rowOf, plot, scene.now);
      for (const label of labels) paintGroupLines(brush, label, paint.theme, plot.right, isDragging);
      const tags = tagsOf(labels, proposal?.to, rowOf, plot, paint.lastRow && paint.lastRow / ratio);
      return {
        rows: tags.map(({ y }) => y * ratio),
        finish() {
          for (const label of labels) paintLabel(brush, label, paint.theme, isDragging);
          for (const { price, y, isOfFinger } of tags) {
            const { accent, accentInk, raised, ink } = paint.theme;
            paint.pen.priceTag(price, y * ratio, isOfFinger ? accent : raised, isOfFinger ? accentInk : ink);
          }
          if (proposal && finger) {
            paintMovedLine(
              brush,
              rowOf(proposal.to),
              plot.right,
              proposal.problem ? paint.theme.quietInk : paint.theme.ink,
            );
            const [move] = proposal.moves;
            if (move) {
              const meaning = meaningOf(proposal.orders, proposal.moves, scene.now, scene);
              const rows = bubbleRows(t, move, meaning, proposal.problem);
              paintBubble(brush, rows, finger, plot, paint.theme);
            }
          }
          brush.font(TEXT_OF_CHART_PX);
        },
      };
    },
    get reach() {
      return reach;
    },
    grabber,
  };
}

/** The overlay sets its font once; what changes it puts it back. */
const TEXT_OF_CHART_PX = 11;

const isSame = (a: OrderLine, b: OrderLine): boolean => a.order.id === b.order.id && a.part === b.part;

const isStillThere = (line: OrderLine, lines: readonly OrderLine[]): boolean =>
  lines.some((one) => isSame(one, line) && one.order.status === line.order.status);

const hasEffect = (move: Move, line: OrderLine | undefined): boolean =>
  line === undefined || line.part === 'position' || move.price !== line.price;

/** A position is closed elsewhere; a label of lines of several kinds has no one meaning. */
const hasCross = ({ kind, lines }: LabelGroup<OrderLine>): boolean =>
  kind !== undefined && lines[0] !== undefined && lines[0].of.part !== 'position' && !lines[0].of.isWaiting;

type Plot = Readonly<Record<'top' | 'bottom' | 'highest' | 'lowest', number>>;

/** Row of the lines under a finger, which may leave the plot. */
const rowUnder = ({ of, from, at }: Held, plot: Plot): number =>
  Math.min(Math.max(of.row + at.y - from.y, plot.top), plot.bottom);

const isAtEdge = (row: number, { top, bottom }: Plot): boolean =>
  row - top < EDGE_PX || bottom - row < EDGE_PX;

/** A line at an edge pulls prices beyond it into view: the scale grows by a part of itself in each frame. */
function widened(
  reach: readonly [number, number] | undefined,
  row: number,
  plot: Plot,
): readonly [number, number] | undefined {
  if (!isAtEdge(row, plot)) return reach;
  const { highest, lowest } = plot;
  const more = (highest - lowest) * GROWTH;
  return row - plot.top < EDGE_PX ? [lowest, highest + more] : [Math.max(1, lowest - more), highest];
}

/** Per frame: about three times the range in a second. */
const GROWTH = 0.02;

/** Lines that a finger drags. */
interface Held {
  readonly of: Handle;
  readonly from: Point;
  readonly at: Point;
}

interface Tag {
  readonly price: Price;
  readonly y: number;
  readonly isOfFinger: boolean;
}

/** One tag on the price axis for each label in view, and for the line that a finger moves. */
function tagsOf(
  labels: readonly PlacedLabel[],
  moved: Price | undefined,
  rowOf: (price: number) => number,
  band: { readonly top: number; readonly bottom: number },
  lastRow: number | undefined,
): readonly Tag[] {
  const groups = labels
    .filter(({ group }) => group.place === 'inside')
    .map(({ group }) => {
      const line = group.lines[Math.floor(group.lines.length / 2)] ?? group.lines[0];
      return line && { of: line.of.price, y: line.y, isOfFinger: false };
    })
    .filter((one) => one !== undefined);
  const seen = new Set<number>();
  const distinct = groups.filter(({ of }) => !seen.has(of) && seen.add(of));
  const wanted =
    moved === undefined ? distinct : [...distinct, { of: moved, y: rowOf(moved), isOfFinger: true }];
  const tags = wanted
    .toSorted((a, b) => a.y - b.y)
    .map(({ of, y, isOfFinger }) => ({
      lines: [{ of: { price: of, isOfFinger }, y, kind: '' }],
      kind: undefined,
      place: 'inside' as const,
      wanted: y,
    }));
  return layoutBeside(tags, band, TAG_PITCH_PX, lastRow).map(({ lines, y }) => {
    const shown = lines.find(({ of }) => of.isOfFinger) ?? lines[0];
    return { price: shown?.of.price ?? snapped(0), isOfFinger: shown?.of.isOfFinger === true, y };
  });
}

/** Flat fills from the entry to stop and target, and where the line may not be. */
function paintZones(
  brush: Brush,
  { theme }: LayerScene,
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
