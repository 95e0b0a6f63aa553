/*
 * Which ticks of which source are prices. One judge has all instruments and sources: it compares each tick with the last
 * accepted price and with the other sources, and chooses the source that each instrument follows (its leader). It has no
 * clock: times are given. Prices are bids in points; asks only tell whether a quote is too wide. docs/prices.md has the rules
 * for people.
 */

import { ANY_WIDTH, type Widths } from './widths.ts';

/** What becomes of a tick. `witness`: of a source that is not followed, kept to compare with. */
export type Verdict = 'accepted' | 'held' | 'witness' | 'old' | 'future' | 'dropped';

export interface JudgeDeps {
  readonly instruments: number;
  /** In order of preference. */
  readonly sources: number;
  /** Without an accepted tick for this long an instrument is stale, ms. */
  staleMs(at: number): number;
  /** How far a tick may be from the last accepted price, in points. @param bid what is judged, where there is no last price */
  bound(at: number, bid: number): number;
  /** @default any quote */
  readonly widths?: Widths;
  /** An accepted tick, in order: a price from now on. */
  accept(at: number, source: number, timeMs: number, bid: number, ask: number): void;
  /** Held ticks that will never be accepted. */
  drop(source: number, count: number): void;
}

export interface Judge {
  /**
   * @param ask in points, NaN without one
   * @param timeMs of the source
   * @param wallMs of the exchange, the same clock
   * @param nowMs steady
   */
  tick(
    source: number,
    at: number,
    bid: number,
    ask: number,
    timeMs: number,
    wallMs: number,
    nowMs: number,
  ): Verdict;
  /** Any frame or ping, before what is in it. */
  heard(source: number, nowMs: number): void;
  connect(source: number, nowMs: number): void;
  disconnect(source: number): void;
  /** A source says that its market stands still, or goes on. */
  halt(source: number, at: number, isHalted: boolean): void;
  /** Lets the next source take over from one that is silent; call at least every 250 ms. */
  sweep(nowMs: number): void;
  /** A new session: the next ticks are not compared with the prices before it. */
  begin(at: number): void;
  /** Steady time at which a price was last accepted or confirmed, ms; -Infinity: never in this process. */
  freshAt(at: number): number;
  /** The source that it follows; -1: none yet. */
  leader(at: number): number;
  isHalted(at: number): boolean;
  /** The newest tick of a source: its time, -Infinity without one. */
  newest(source: number, at: number): number;
}

/** A source without a frame for longer is silent. */
const SILENT_MS = 1_500;
const FUTURE_MS = 2_000;
/** A source that is preferred gets an instrument back after it has ticked for so long. */
const GIVE_BACK_MS = 5_000;
/** Ticks beyond the bound that agree with each other, until they are believed. */
const BELIEVED = 3;
/** A step to another source is small beside a move of so many times its size. */
const SMALL_STEP = 10;
/** Another source gets this long to contradict or to agree, before three ticks beyond the bound are believed. */
const HEARING_MS = 500;
const MOST_HELD = 64;
/** More than a source sends of one instrument until another one is seen to be silent. */
const MOST_AHEAD = 512;

interface Held {
  readonly source: number;
  readonly timeMs: number;
  readonly bid: number;
  readonly ask: number;
  readonly atMs: number;
}

export function createJudge(deps: JudgeDeps): Judge {
  const { instruments, sources, widths = ANY_WIDTH } = deps;
  const rows = createRows(sources, instruments);
  const { newestMs, bids, arrived, before, seenAccepted, since, steadySince, halted, ahead } = rows;
  const { leaders, prices, priceMs, fresh, acceptedAt, accepted, acceptedFrom, steps, held } = rows;
  const { heardAt, returnedAt, asks } = rows;

  const cellOf = (source: number, at: number) => source * instruments + at;
  const isAlive = (source: number, nowMs: number) => nowMs - (heardAt[source] ?? 0) <= SILENT_MS;
  const quietMs = (at: number) => deps.staleMs(at) / 2;

  /** A living source that has ticked the instrument lately. */
  const isWitness = (source: number, at: number, nowMs: number): boolean => {
    const cell = cellOf(source, at);
    return isAlive(source, nowMs) && halted[cell] === 0 && nowMs - (arrived[cell] ?? 0) < quietMs(at);
  };

  const dropHeld = (at: number): void => {
    const run = held[at];
    if (run === undefined) return;
    held[at] = undefined;
    for (const { source } of run) deps.drop(source, 1);
  };

  const accept = (
    at: number,
    source: number,
    timeMs: number,
    bid: number,
    ask: number,
    nowMs: number,
  ): Verdict => {
    const reachedMs = priceMs[at] ?? 0;
    // The same tick by another source is not a second one.
    if (timeMs < reachedMs || (timeMs === reachedMs && acceptedFrom[at] !== source)) return 'old';
    fresh[at] = nowMs;
    acceptedFrom[at] = source;
    priceMs[at] = timeMs;
    prices[at] = bid;
    acceptedAt[at] = nowMs;
    accepted[at] = (accepted[at] ?? 0) + 1;
    steps[at] = 0;
    widths.take(at, bid, ask);
    deps.accept(at, source, timeMs, bid, ask);
    return 'accepted';
  };

  const acceptHeld = (at: number, nowMs: number): void => {
    const run = held[at];
    held[at] = undefined;
    for (const { source, timeMs, bid, ask } of run ?? []) accept(at, source, timeMs, bid, ask, nowMs);
  };

  /** Whether a source that has another quote confirms one. */
  const isConfirmed = (at: number, tick: Held, other: Pick<Held, 'bid' | 'ask'>, bound: number): boolean =>
    Math.abs(other.bid - tick.bid) <= bound &&
    (!widths.isTooWide(at, tick.bid, tick.ask) || widths.isTooWide(at, other.bid, other.ask));

  /**
   * What the other living sources say of a quote. One contradicts that still agrees with the last price. Without asks a source
   * says nothing of a wide one.
   */
  const others = (run: readonly Held[], at: number, tick: Held, bound: number) => {
    const nowMs = tick.atMs;
    let says: 'nothing' | 'agrees' | 'contradicts' = 'nothing';
    const first = run[0];
    const price = prices[at] ?? Number.NaN;
    for (let source = 0; source < sources; source++) {
      if (source === first?.source || !isWitness(source, at, nowMs)) continue;
      const cell = cellOf(source, at);
      const other = { bid: bids[cell] ?? Number.NaN, ask: asks[cell] ?? Number.NaN };
      if (isConfirmed(at, tick, other, bound)) return 'agrees';
      if (!(Math.abs(other.bid - price) <= bound)) continue;
      if (Number.isNaN(other.ask) && widths.isTooWide(at, tick.bid, tick.ask)) continue;
      const isInformed = (arrived[cell] ?? 0) >= (first?.atMs ?? 0);
      if (isInformed || nowMs - (first?.atMs ?? 0) < HEARING_MS) says = 'contradicts';
    }
    return says;
  };

  /** A tick beyond the bound, or of a session without a price. */
  const hold = (at: number, tick: Held, bound: number): Verdict => {
    let run = held[at];
    const last = run?.at(-1);
    const isLike = (one: Held) => Math.abs(one.bid - tick.bid) <= bound / 2 && widths.isLike(at, one, tick);
    if (last && (last.source !== tick.source || !isLike(last))) {
      dropHeld(at);
      run = undefined;
    }
    run ??= [];
    held[at] = run;
    run.push(tick);
    const says = others(run, at, tick, bound);
    if (says === 'agrees' || (says === 'nothing' && run.every(isLike) && run.length >= BELIEVED)) {
      acceptHeld(at, tick.atMs);
      return 'accepted';
    }
    if (run.length > MOST_HELD) deps.drop(run.shift()?.source ?? 0, 1);
    return 'held';
  };

  /**
   * Whether the price may go over to another living source at its tick. Where two sources differ a little, the step from one to
   * the other is no move of the market, and must touch nothing. It is made where it is within what the source itself has moved
   * since the last price, or small beside that; and when only this source still ticks the instrument.
   */
  const mayStep = (at: number, cell: number, bid: number): boolean => {
    const price = prices[at] ?? 0;
    const distance = (before[cell] ?? 0) - price;
    const moved = bid - (before[cell] ?? 0);
    const isWithin = moved > 0 ? bid > price && distance <= 0 : bid < price && distance >= 0;
    return (
      bid === price ||
      (since[cell] ?? 0) >= BELIEVED ||
      isWithin ||
      (moved !== 0 && Math.abs(moved) >= SMALL_STEP * Math.abs(distance))
    );
  };

  const judge = (
    source: number,
    at: number,
    bid: number,
    ask: number,
    timeMs: number,
    nowMs: number,
  ): Verdict => {
    const price = prices[at] ?? Number.NaN;
    const bound = deps.bound(at, Number.isNaN(price) ? bid : price);
    // Nobody sells for less than he buys: such a quote is never believed.
    if (bid - ask > bound) return 'dropped';
    if (!(Math.abs(bid - price) <= bound) || widths.isTooWide(at, bid, ask))
      return hold(at, { source, timeMs, bid, ask, atMs: nowMs }, bound);
    dropHeld(at);
    if (steps[at] === 0 || mayStep(at, cellOf(source, at), bid))
      return accept(at, source, timeMs, bid, ask, nowMs);
    fresh[at] = nowMs;
    return 'witness';
  };

  const isLeaderSilent = (at: number, leader: number, nowMs: number): boolean => {
    if (!isAlive(leader, nowMs)) return true;
    if (halted[cellOf(leader, at)] === 1) return false;
    return nowMs - (acceptedAt[at] ?? 0) > quietMs(at);
  };

  const follow = (at: number, source: number, isStep = false): void => {
    leaders[at] = source;
    steps[at] = isStep ? 1 : 0;
    dropHeld(at);
  };

  /** In place of a leader that is gone: with what it has said since the last price. */
  const takeOver = (at: number, source: number, nowMs: number): void => {
    follow(at, source);
    const cell = cellOf(source, at);
    const reachedMs = priceMs[at] ?? 0;
    const missed = ahead[cell] ?? [];
    ahead[cell] = undefined;
    for (const { timeMs, bid, ask } of missed)
      if (timeMs > reachedMs) judge(source, at, bid, ask, timeMs, nowMs);
  };

  /** Keeps a tick of a source that is not followed. */
  const witness = (at: number, tick: Held): Verdict => {
    const cell = cellOf(tick.source, at);
    const reachedMs = priceMs[at] ?? 0;
    let run = ahead[cell];
    if (run?.[0] && run[0].timeMs <= reachedMs) run = run.filter(({ timeMs }) => timeMs > reachedMs);
    if (run && run.length >= MOST_AHEAD) run.shift();
    if (tick.timeMs > reachedMs) {
      run ??= [];
      run.push(tick);
    }
    ahead[cell] = run;
    const wild = held[at]?.at(-1);
    const price = prices[at] ?? Number.NaN;
    if (wild && isConfirmed(at, wild, tick, deps.bound(at, Number.isNaN(price) ? tick.bid : price)))
      acceptHeld(at, tick.atMs);
    return 'witness';
  };

  /** Whether a tick of `source`, which is not followed, makes it the leader. */
  const takesOver = (
    at: number,
    source: number,
    leader: number,
    quote: Pick<Held, 'bid' | 'ask'>,
    nowMs: number,
  ): boolean => {
    if (leader === -1) {
      follow(at, source);
      return true;
    }
    if (isLeaderSilent(at, leader, nowMs)) {
      // The most preferred of those that tick it.
      for (let one = 0; one < source; one++) if (one !== leader && isWitness(one, at, nowMs)) return false;
      if (isAlive(leader, nowMs)) follow(at, source, true);
      else takeOver(at, source, nowMs);
      return true;
    }
    const cell = cellOf(source, at);
    const price = prices[at] ?? Number.NaN;
    const sinceMs = Math.max(steadySince[cell] ?? 0, returnedAt[source] ?? 0);
    if (source > leader || nowMs - sinceMs < GIVE_BACK_MS) return false;
    if (!(Math.abs(quote.bid - price) <= deps.bound(at, price)) || widths.isTooWide(at, quote.bid, quote.ask))
      return false;
    if (!mayStep(at, cell, quote.bid)) return false;
    follow(at, source);
    return true;
  };

  return {
    tick(source, at, bid, ask, timeMs, wallMs, nowMs) {
      const cell = cellOf(source, at);
      if (timeMs < (newestMs[cell] ?? 0)) return 'old';
      if (timeMs > wallMs + FUTURE_MS) return 'future';
      if (timeMs < wallMs - deps.staleMs(at)) return 'old';
      newestMs[cell] = timeMs;
      if (halted[cell] === 1) return 'dropped';
      if (seenAccepted[cell] !== accepted[at]) {
        seenAccepted[cell] = accepted[at] ?? 0;
        const last = bids[cell] ?? Number.NaN;
        before[cell] = Number.isNaN(last) ? bid : last;
        since[cell] = 0;
      }
      since[cell] = (since[cell] ?? 0) + 1;
      if (!(nowMs - (arrived[cell] ?? 0) <= quietMs(at))) steadySince[cell] = nowMs;
      bids[cell] = bid;
      asks[cell] = ask;
      arrived[cell] = nowMs;
      const leader = leaders[at] ?? -1;
      if (source === leader || takesOver(at, source, leader, { bid, ask }, nowMs))
        return judge(source, at, bid, ask, timeMs, nowMs);
      return witness(at, { source, timeMs, bid, ask, atMs: nowMs });
    },
    heard(source, nowMs) {
      if (!isAlive(source, nowMs)) returnedAt[source] = nowMs;
      heardAt[source] = nowMs;
    },
    connect(source, nowMs) {
      heardAt[source] = nowMs;
      returnedAt[source] = nowMs;
      for (let at = 0; at < instruments; at++) halted[cellOf(source, at)] = 0;
    },
    disconnect(source) {
      heardAt[source] = Number.NEGATIVE_INFINITY;
    },
    halt(source, at, isHalted) {
      halted[cellOf(source, at)] = isHalted ? 1 : 0;
      if (isHalted && leaders[at] === source) dropHeld(at);
    },
    sweep(nowMs) {
      for (let at = 0; at < instruments; at++) {
        const leader = leaders[at] ?? -1;
        if (leader === -1 || isAlive(leader, nowMs)) continue;
        for (let source = 0; source < sources; source++) {
          if (source === leader || !isWitness(source, at, nowMs)) continue;
          takeOver(at, source, nowMs);
          break;
        }
      }
    },
    begin(at) {
      prices[at] = Number.NaN;
      steps[at] = 0;
      dropHeld(at);
    },
    freshAt: (at) => fresh[at] ?? Number.NEGATIVE_INFINITY,
    leader: (at) => leaders[at] ?? -1,
    isHalted: (at) => {
      const leader = leaders[at] ?? -1;
      return leader !== -1 && halted[cellOf(leader, at)] === 1;
    },
    newest: (source, at) => newestMs[cellOf(source, at)] ?? Number.NEGATIVE_INFINITY,
  };
}

/** All that is known, by source and instrument (see `cellOf`), by instrument, and by source. */
function createRows(sources: number, instruments: number) {
  const cells = sources * instruments;
  const filled = (length: number, value: number) => new Float64Array(length).fill(value);
  return {
    // By source and instrument.
    newestMs: filled(cells, Number.NEGATIVE_INFINITY),
    bids: filled(cells, Number.NaN),
    asks: filled(cells, Number.NaN),
    arrived: filled(cells, Number.NEGATIVE_INFINITY),
    /** Its bid when a price was last accepted, and its ticks since; see `mayStep`. */
    before: filled(cells, Number.NaN),
    seenAccepted: filled(cells, -1),
    since: new Float64Array(cells),
    /** Since when it has ticked without a long pause. */
    steadySince: filled(cells, Number.POSITIVE_INFINITY),
    halted: new Uint8Array(cells),
    /** Ticks of a source that is not followed and that the leader has not reached: prices, should the leader be gone. */
    ahead: new Array<Held[] | undefined>(cells),
    // By instrument.
    leaders: new Int16Array(instruments).fill(-1),
    prices: filled(instruments, Number.NaN),
    priceMs: filled(instruments, Number.NEGATIVE_INFINITY),
    fresh: filled(instruments, Number.NEGATIVE_INFINITY),
    acceptedAt: filled(instruments, Number.NEGATIVE_INFINITY),
    accepted: new Float64Array(instruments),
    acceptedFrom: new Int16Array(instruments).fill(-1),
    /** Whether the leader is a new one beside a living source, and the price has not gone over to it. */
    steps: new Uint8Array(instruments),
    held: new Array<Held[] | undefined>(instruments),
    // By source.
    heardAt: filled(sources, Number.NEGATIVE_INFINITY),
    returnedAt: filled(sources, Number.NEGATIVE_INFINITY),
  };
}
