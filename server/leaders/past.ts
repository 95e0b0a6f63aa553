import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { type OrderId, orderId, type Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Command, DealingSettings } from '../exchange/command.ts';
import { decide } from '../exchange/decide.ts';
import { mustClose } from '../exchange/decide-stop-out.ts';
import { type AccountState, apply, type DealEvent, positionsOf } from '../exchange/state.ts';
import { type Deed, deedsOf, stepAt } from './deeds.ts';
import { createReplay, POINTS, pointTime, type Replay, type Tape } from './replay.ts';
import type { Temperament } from './temperament.ts';

export interface PastParts {
  readonly leader: Temperament;
  /** The account as it was opened, with nothing in it yet. */
  readonly state: AccountState;
  /** Of all instruments it trades and those that convert their profits. */
  readonly tapes: readonly Tape[];
  readonly from: TimestampMs;
  readonly to: TimestampMs;
  readonly settings: DealingSettings;
  readonly nextId: () => Promise<OrderId>;
  /** Lets others have their turn. @returns false when it has to stop */
  readonly breathe: () => Promise<boolean>;
}

interface Past {
  readonly state: AccountState;
  readonly events: readonly DealEvent[];
}

const MINUTE_MS = 60_000;
/** Minutes gone through in one breath: some milliseconds. */
const BREATH_MINUTES = 240;

/**
 * What a trader would have done between two moments, had it been there: its own rules and the exchange's own decisions
 * minute by minute along the stored candles, each with the time and the prices of its moment and none of a later one.
 * Stops fill at their own price where the way through a candle passes it, and at the first price beyond where it jumps.
 * @returns undefined when it had to stop
 */
export async function liveThrough(parts: PastParts): Promise<Past | undefined> {
  const { leader, from, to } = parts;
  const replay = createReplay(parts.tapes);
  const book = createBook(parts, replay);
  let step = stepAt(leader, from) + 1;
  const actUntil = async (now: number) => {
    for (; step * leader.stepMs <= now; step++) {
      const at = timestampMs(step * leader.stepMs);
      const { state } = book;
      const orders = [...state.orders.values()].map(({ order }) => order);
      const { balance } = state.standing;
      const seen = { now: at, market: replay.market, balance, orders, feeType: parts.settings.feeType };
      for (const deed of deedsOf(leader, step, seen)) await book.carryOut(deed, at);
    }
  };
  let minutes = 0;
  for (let startMs = Math.ceil(from / MINUTE_MS) * MINUTE_MS; startMs < to; startMs += MINUTE_MS) {
    const startS = startMs / 1000;
    replay.enter(startS);
    for (let point = 0; point < POINTS; point++) {
      const at = pointTime(startS, point);
      await actUntil(at);
      for (const move of replay.moves(point)) {
        book.move(move.id, point === 0 ? undefined : move.from, move.to, at);
      }
      book.judge(at);
    }
    if (++minutes % BREATH_MINUTES === 0 && !(await parts.breathe())) return undefined;
  }
  return { state: book.state, events: book.events };
}

/** The account on its way, decided on as the exchange does. */
function createBook({ state: start, settings, nextId }: PastParts, replay: Replay) {
  const events: DealEvent[] = [];
  let state = start;

  const run = (command: Command, now: TimestampMs, newId: OrderId) => {
    const decided = decide(state, command, { now, prices: replay.market, settings, newId });
    if (!decided.ok) return;
    state = apply(state, decided.value);
    events.push(...decided.value);
  };

  const reach = (open: readonly Position[], to: Price, at: TimestampMs) => {
    for (const { id } of open) run({ type: 'trigger', id, price: to, at }, at, NO_ORDER);
  };

  return {
    events,
    get state() {
      return state;
    },
    async carryOut(deed: Deed, now: TimestampMs) {
      if (deed.type === 'close') return run({ type: 'close', id: deed.id }, now, NO_ORDER);
      const { cid: _, ...order } = deed.order;
      run({ type: 'submit', order }, now, await nextId());
    },
    /** @param from where the price came along from; undefined: it jumped */
    move(id: InstrumentId, from: Price | undefined, to: Price, at: TimestampMs) {
      const open = openIn(state, id);
      const level = from === undefined ? undefined : stopBetween(open, from, to);
      if (level !== undefined) {
        replay.set(id, level, at);
        reach(open, level, at);
      }
      replay.set(id, to, at);
      reach(open, to, at);
    },
    /** Equity depends on many instruments at once, so it is judged when all have moved. */
    judge(at: TimestampMs) {
      if (state.orders.size > 0 && mustClose(state, replay.market, settings.stopOutPercent))
        run({ type: 'stop-out' }, at, NO_ORDER);
    },
  };
}

/** Of commands that bring no order into being. */
const NO_ORDER = orderId(0);

const openIn = (state: AccountState, id: InstrumentId): readonly Position[] =>
  state.orders.size === 0 ? [] : positionsOf(state).filter((position) => position.instrumentId === id);

/** The stop on the way, short of its end. There is one at most: of the one position, and not both of its stops. */
function stopBetween(positions: readonly Position[], from: Price, to: Price): Price | undefined {
  const [low, high] = from < to ? [from, to] : [to, from];
  return positions
    .flatMap(({ stopLoss, takeProfit }) => [stopLoss, takeProfit])
    .find((level) => level !== undefined && level > low && level < high);
}
