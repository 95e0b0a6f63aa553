import type { OrderChange, OrderEvent } from '../../../shared/contract/order-story.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import type { Order } from '../../../shared/domain/order.ts';
import { type Price, priceFromWire } from '../../../shared/domain/price.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { formatLots, formatSigned } from '../../format/money.ts';
import { formatPrice, formatRatio, formatScaled } from '../../format/number.ts';
import type { Translate } from '../../i18n/use-translation.ts';

/** What happened to an order, in sentences. */

export interface StoryLine {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** The touch of a price, and what was executed at it. */
  readonly isMain: boolean;
  readonly text: string;
  /** Empty: nothing more to say. */
  readonly detail: string;
}

export type StoryOrder = Pick<Order, 'id' | 'side' | 'precision'>;

/** What an event says; `detail` leaves out what is undefined. */
interface Saying {
  readonly text: string;
  readonly detail?: readonly (string | undefined)[];
  readonly isMain?: boolean;
}

/** The lines of an order, oldest first. An event that changed several things has a line for each. */
export function storyLines(
  t: Translate,
  order: StoryOrder,
  events: readonly OrderEvent[],
): readonly StoryLine[] {
  let known: OrderChange = {};
  let lastMs = Number.NEGATIVE_INFINITY;
  return events.flatMap((event, index) => {
    const words = wordsFor(t, order, event, known, events[index + 1]);
    known = { ...known, ...event.after };
    // A touch has the time of its tick, and a source's clock may be behind that of the exchange.
    const ownMs = Date.parse(event.at);
    lastMs = Number.isNaN(ownMs) ? ownMs : Math.max(ownMs, lastMs || ownMs);
    const atMs = lastMs;
    return sayingsOf(words).map(({ text, detail = [], isMain = false }, nth) => ({
      key: `${event.seq}.${nth}`,
      atMs,
      isMain,
      text,
      detail: [...detail, ...words.cause].filter((part) => part !== undefined).join(' ·\u00a0'),
    }));
  });
}

interface Words {
  readonly t: Translate;
  readonly side: StoryOrder['side'];
  readonly event: OrderEvent;
  /** The order before the event. */
  readonly known: OrderChange;
  readonly next: OrderEvent | undefined;
  /** Names the operator where he made the change; of an order that the journal found: that nothing earlier is known. */
  readonly cause: readonly string[];
  points(price: number): Price;
  /** A price as text; undefined for none, which is 0 or absent. */
  price(price: number | undefined): string | undefined;
  lots(lots: number): string;
}

function wordsFor(
  t: Translate,
  { side, precision }: StoryOrder,
  event: OrderEvent,
  known: OrderChange,
  next: OrderEvent | undefined,
): Words {
  const points = (price: number): Price => priceFromWire(price, precision);
  const isFound = event.by === 'exchange' && known.Status === undefined;
  return {
    t,
    side,
    event,
    known: { ...known, ...event.before },
    next,
    cause: isFound ? [t('story.found')] : event.by === 'operator' ? [t('story.by_operator')] : [],
    points,
    price: (price) => (price ? formatPrice(points(price), precision) : undefined),
    lots: (lots) => formatLots(volumeFromWire(lots)),
  };
}

function sayingsOf(words: Words): readonly Saying[] {
  const { t, event, known, price } = words;
  const { kind, after } = event;
  const isRefused = kind === 'refused' || (kind === 'cancelled' && after.CloseReason === 'no-margin');
  const target = known.Price ?? after.Price;
  // As the order's sheet says it: the price that it waited for.
  const refusedAt = { price: price(target ?? event.price) ?? '' };
  if (isRefused) return [{ text: t('history.no_margin', refusedAt), isMain: true }];
  switch (kind) {
    case 'placed':
      return [placed(words)];
    case 'opened':
      return [opened(words)];
    case 'triggered':
      return [touched(words)];
    case 'closed':
      return [closed(words)];
    case 'cancelled':
      return [{ text: t('order.fates.cancelled') }];
    default: {
      const changes = changesOf(words);
      // What a later exchange does to an order is read as the last kind.
      return changes.length > 0 ? changes : [{ text: t('story.changed') }];
    }
  }
}

/** Of a new order: its size, its stops, and what it waits for. */
const termsOf = ({ t, side, event, price, lots }: Words): readonly (string | undefined)[] => {
  const { Quantity, TargetLossPrice, TargetProfitPrice, TrailPoints } = event.after;
  const [loss, profit] = [price(TargetLossPrice), price(TargetProfitPrice)];
  return [
    Quantity === undefined
      ? undefined
      : t(side === 'buy' ? 'trade.line_buy' : 'trade.line_sell', { lots: lots(Quantity) }),
    TrailPoints ? `${t('order.reasons.trailing-stop')} ${pointsText(t, TrailPoints)}` : undefined,
    loss && !TrailPoints ? `${t('order.stop_loss')} ${loss}` : undefined,
    profit && `${t('order.stop_profit')} ${profit}`,
  ];
};

function placed(words: Words): Saying {
  const { t, side, event, price } = words;
  const target = event.after.Price ?? 0;
  // Below the market a buy is a limit order, above it a stop order.
  const isLimit = (target - (event.price ?? 0)) * (side === 'buy' ? 1 : -1) < 0;
  const kind = event.price === undefined ? [] : [t(isLimit ? 'story.limit' : 'story.stop')];
  return { text: t('story.placed', { price: price(target) ?? '' }), detail: [...kind, ...termsOf(words)] };
}

function opened(words: Words): Saying {
  const { t, side, event, known, price } = words;
  const fill = event.after.OriginPrice ?? event.price ?? 0;
  const at = { price: price(fill) ?? '' };
  if (known.Status === undefined)
    return { text: t(side === 'buy' ? 'story.bought' : 'story.sold', at), detail: termsOf(words) };
  const sign = side === 'buy' ? -1 : 1;
  return { text: t('story.executed', at), detail: [gapText(words, known.Price, fill, sign)], isMain: true };
}

function closed(words: Words): Saying {
  const { t, side, event, known, price, lots } = words;
  const { after } = event;
  const fill = after.UpdatePrice ?? event.price ?? 0;
  const at = { price: price(fill) ?? '' };
  const part = after.Quantity;
  const whole = known.Quantity;
  const booked = [
    part === undefined || whole === undefined
      ? undefined
      : t('story.part_of', { part: lots(part), lots: lots(whole) }),
    // Absent where it has not changed from zero.
    `${t('order.profit')} ${formatSigned(moneyFromWire(after.FactProfits ?? 0))}`,
  ];
  switch (after.CloseReason) {
    case 'manual':
      return { text: t('history.by_you', at), detail: booked };
    case 'reset':
      return { text: t('history.by_reset', at), detail: booked };
    case 'stop-out': {
      const level = after.CloseMarginLevel;
      const why = level && `${t('order.margin_level')} ${formatRatio(Math.round(level * 100))}`;
      return { text: t('history.stop_out', at), detail: [why || undefined, ...booked], isMain: true };
    }
    case 'stop-loss':
    case 'trailing-stop':
    case 'take-profit': {
      const gap = gapText(words, levelOf(words, event), fill, side === 'buy' ? 1 : -1);
      return { text: t('story.executed', at), detail: [gap], isMain: true };
    }
    default:
      return { text: t('order.fates.closed', at), detail: booked };
  }
}

/** The price that an order waited for when it was touched: of a close its stop, else its target. */
function levelOf({ known }: Words, end: OrderEvent | undefined): number | undefined {
  if (end?.kind !== 'closed') return known.Price;
  const field = end.after.CloseReason === 'take-profit' ? 'TargetProfitPrice' : 'TargetLossPrice';
  // Where a trail had led to stands in the close.
  return end.after[field] ?? known[field];
}

function touched(words: Words): Saying {
  const { t, event, known, price } = words;
  const at = { price: price(event.price ?? known.Price) ?? '' };
  return { text: t('story.touched', at), detail: [levelText(words)], isMain: true };
}

/** What was touched, which the next event says: "Stop loss 1.13660". */
function levelText(words: Words): string | undefined {
  const { t, next, price } = words;
  const level = price(levelOf(words, next));
  if (level === undefined) return undefined;
  switch (next?.after.CloseReason) {
    case 'stop-loss':
    case 'trailing-stop':
    case 'take-profit':
      return `${t(`order.reasons.${next.after.CloseReason}`)} ${level}`;
    default:
      return `${t('order.target_price')} ${level}`;
  }
}

/**
 * How far from the price that it waited for an order was executed; undefined where that price is unknown, or the journal
 * does not have the prices between: it found the order executed. @param sign 1 where a higher price is better
 */
function gapText(
  { t, event, points }: Words,
  level: number | undefined,
  fill: number,
  sign: number,
): string | undefined {
  if (!level || event.by === 'exchange') return undefined;
  const gain = (points(fill) - points(level)) * sign;
  if (gain === 0) return t('story.no_gap');
  return t(gain > 0 ? 'story.gap_better' : 'story.gap_worse', { points: pointsText(t, Math.abs(gain)) });
}

const pointsText = (t: Translate, points: number): string =>
  t('ticket.points', { count: points, points: formatScaled(points, 0) });

const STOPS = [
  ['TargetLossPrice', 'story.stop_set', 'story.stop_moved', 'story.stop_removed'],
  ['TargetProfitPrice', 'story.profit_set', 'story.profit_moved', 'story.profit_removed'],
] as const;

/** A line for each term that an event changed. */
function changesOf(words: Words): readonly Saying[] {
  const { t, event, known, price, lots } = words;
  const { Quantity: rest, Price: target, TrailPoints: trail } = event.after;
  const was = (before: string | undefined) => before && t('story.was', { value: before });
  const sayings: Saying[] = [];
  if (rest !== undefined && known.Quantity !== undefined) {
    const part = { lots: lots(known.Quantity - rest), price: price(event.price) ?? '' };
    sayings.push({ text: t('story.part', part), detail: [t('story.rest', { lots: lots(rest) })] });
  }
  if (target)
    sayings.push({ text: t('story.target', { price: price(target) }), detail: [was(price(known.Price))] });
  if (trail !== undefined) sayings.push(trailed(words, trail));
  // The steps of a running trail have no events of their own: the next event has the stop that they led to.
  const isTrailing = (trail ?? known.TrailPoints ?? 0) > 0 || trail === 0;
  for (const [field, set, moved, removed] of STOPS) {
    const now = event.after[field];
    if (now === undefined || (isTrailing && field === 'TargetLossPrice')) continue;
    const [before, after] = [price(known[field]), price(now)];
    if (after === undefined) sayings.push({ text: t(removed), detail: [was(before)] });
    else
      sayings.push({ text: t(before === undefined ? set : moved, { price: after }), detail: [was(before)] });
  }
  return sayings;
}

function trailed({ t, event, known, price }: Words, trail: number): Saying {
  const stop = price(event.after.TargetLossPrice);
  const detail = [stop && `${t('order.stop_loss')} ${stop}`];
  if (trail === 0) return { text: t('story.trail_ended'), detail };
  const points = pointsText(t, trail);
  if (!known.TrailPoints) return { text: t('story.trail_set', { points }), detail };
  return {
    text: t('story.trail_moved', { points }),
    detail: [t('story.was', { value: pointsText(t, known.TrailPoints) }), ...detail],
  };
}
