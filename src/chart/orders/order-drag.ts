/*
 * A finger on the lines of orders: which of them it holds, what it proposes there, and the prices that it pulls into view.
 */
import type { OpeningFacts } from '../../../shared/domain/opening.ts';
import type { Price } from '../../../shared/domain/price.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import type { Point } from '../gesture-machine.ts';
import type { Grabber } from '../gestures.ts';
import { type Move, moveOf, type OrderLine, problemOf, snapped, type WorkingOrder } from './line-change.ts';
import { type Handle, hitAt } from './line-hits.ts';
import type { PlacedLabel } from './line-painter.ts';
import { moveProblemText } from './line-texts.ts';

/** The plot's box in CSS pixels, and the prices that it spans. */
export interface Plot {
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
  readonly highest: number;
  readonly lowest: number;
}

/** What releasing the finger would do: one move for each order. */
export interface Proposal {
  readonly orders: readonly WorkingOrder[];
  readonly moves: readonly Move[];
  readonly to: Price;
  /** Why it cannot be. */
  readonly problem: string | undefined;
}

/** What was painted last, which is what a finger sees. */
interface Shown {
  readonly plot: Plot;
  readonly labels: readonly PlacedLabel[];
  readonly lines: readonly OrderLine[];
}

export interface OrderDragOptions {
  readonly t: Translate;
  shown(): Shown;
  /** What the exchange would judge a move of this order by now. */
  facts(order: WorkingOrder): OpeningFacts;
  repaint(): void;
  /** Whether lines can be moved at all. */
  canMove(): boolean;
  /** A line was released where the exchange allows it; one move for each order. */
  onMove(changes: readonly { readonly order: WorkingOrder; readonly change: Move }[]): void;
  /** The cross of a label was tapped. */
  onRemove(lines: readonly OrderLine[]): void;
  /** A label of orders was tapped, which is so far from the foot of the plot; undefined: the chart beside it. */
  onChoose(lines: readonly OrderLine[] | undefined, footPx: number): void;
  /** The label of alerts was tapped. */
  onAlerts(): void;
}

export interface OrderDrag {
  /** Takes the fingers that come down on a label, or move a line up or down. */
  readonly grabber: Grabber;
  /** Takes the taps that nothing has grabbed. */
  tap(at: Point): void;
  readonly reach: readonly [lowest: number, highest: number] | undefined;
  /** The lines that are dragged, and the finger; undefined while none is. */
  held(): { readonly lines: readonly OrderLine[]; readonly finger: Point } | undefined;
  proposal(): Proposal | undefined;
  /** Ends the drag when one of its lines no longer exists, for example because its order was filled. */
  follow(lines: readonly OrderLine[]): void;
  /** Before each paint: widens the reach while the finger rests at an edge. */
  nextFrame(): void;
}

/** Free rows above the first and below the last label. */
export const EDGE_PX = 4;
/** Per frame: about three times the range in a second. */
const GROWTH = 0.02;

/** Lines that a finger drags. */
interface Held {
  readonly of: Handle;
  readonly from: Point;
  readonly at: Point;
}

export function createOrderDrag(options: OrderDragOptions): OrderDrag {
  const { shown, repaint } = options;
  let held: Held | undefined;
  let reach: OrderDrag['reach'];
  const clear = (): Held | undefined => {
    const before = held;
    held = reach = undefined;
    return before;
  };
  const drop = (from: Held): void => {
    const { orders, moves, problem } = proposalOf(from, options);
    const changes = orders.flatMap((order, i) => (moves[i] ? [{ order, change: moves[i] }] : []));
    const isMoved = moves.some((move, i) => hasEffect(move, from.of.lines[i]));
    if (problem === undefined && isMoved) options.onMove(changes);
  };
  return {
    grabber(from) {
      const { labels, plot } = shown();
      const hit = options.canMove() ? hitAt(from, labels, plot.right) : undefined;
      if (!hit || hit.on === 'alert') return undefined;
      let isFirst = true;
      const end = () => {
        const before = clear();
        if (before) repaint();
        return before;
      };
      return {
        claim: hit.on === 'line' ? 'upright' : 'handle',
        drag(at) {
          // Its order may be gone meanwhile.
          if (!isFirst && !held) return;
          held = { of: hit.of, from, at };
          isFirst = false;
          repaint();
        },
        drop() {
          const before = end();
          if (before) drop(before);
          else if (isFirst && hit.on === 'cross')
            options.onRemove(hit.of.lines.map((line) => current(line, shown().lines)));
          else if (isFirst && hit.on === 'label')
            options.onChoose(
              hit.of.lines.map((line) => current(line, shown().lines)),
              plot.bottom - hit.of.row,
            );
          else return false;
          return true;
        },
        abandon: () => void end(),
      };
    },
    tap(at) {
      const { labels, plot } = shown();
      options.onChoose(undefined, 0);
      if (hitAt(at, labels, plot.right)?.on === 'alert') options.onAlerts();
    },
    get reach() {
      return reach;
    },
    held: () => held && { lines: held.of.lines, finger: held.at },
    proposal: () => held && proposalOf(held, options),
    follow(lines) {
      if (held && !held.of.lines.every((line) => isStillThere(line, lines))) clear();
    },
    nextFrame() {
      if (!held) return;
      const { plot } = shown();
      const row = rowUnder(held, plot);
      if (!isAtEdge(row, plot)) return;
      reach = widened(row, plot);
      repaint();
    },
  };
}

/** What the finger proposes now. */
function proposalOf(held: Held, { shown, facts, t }: OrderDragOptions): Proposal {
  const { plot, lines } = shown();
  const part = (rowUnder(held, plot) - plot.top) / (plot.bottom - plot.top);
  const to = snapped(plot.highest - part * (plot.highest - plot.lowest));
  const dragged = held.of.lines.map((line) => current(line, lines));
  const orders = dragged.map(({ order }) => order);
  const moves = dragged.map((line) => moveOf(line, to, facts(line.order).now));
  const [problem] = orders.flatMap((order, i) => {
    const move = moves[i];
    const found = move && problemOf(order, move, facts(order));
    return found ? [moveProblemText(t, found, move, order)] : [];
  });
  return { orders, moves, to, problem };
}

export const isSame = (a: OrderLine, b: OrderLine): boolean => a.order.id === b.order.id && a.part === b.part;

/** A line as it is now. */
const current = (line: OrderLine, lines: readonly OrderLine[]): OrderLine =>
  lines.find((one) => isSame(one, line)) ?? line;

const isStillThere = (line: OrderLine, lines: readonly OrderLine[]): boolean =>
  lines.some((one) => isSame(one, line) && one.order.status === line.order.status);

const hasEffect = (move: Move, line: OrderLine | undefined): boolean =>
  line === undefined || line.part === 'position' || move.price !== line.price;

/** Row of the lines under a finger, which may leave the plot. */
const rowUnder = ({ of, from, at }: Held, plot: Plot): number =>
  Math.min(Math.max(of.row + at.y - from.y, plot.top), plot.bottom);

const isAtEdge = (row: number, { top, bottom }: Plot): boolean =>
  row - top < EDGE_PX || bottom - row < EDGE_PX;

/** A line at an edge pulls prices beyond it into view: the scale grows by a part of itself in each frame. */
function widened(row: number, { top, highest, lowest }: Plot): readonly [lowest: number, highest: number] {
  const more = (highest - lowest) * GROWTH;
  return row - top < EDGE_PX ? [lowest, highest + more] : [Math.max(1, lowest - more), highest];
}
