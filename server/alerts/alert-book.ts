import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Price } from '../../shared/domain/price.ts';
import { createLevels, type Levels } from './levels.ts';

/** What an alert waits for: a price in points, or a move of the day in hundredths of a percent. */
export type AlertTarget =
  | { readonly kind: 'price'; readonly price: Price }
  | { readonly kind: 'percent'; readonly hundredths: number };

export interface WatchedAlert {
  readonly id: number;
  readonly instrumentId: InstrumentId;
  readonly target: AlertTarget;
  /** Fires at or above the target, or at or below it. */
  readonly side: 'above' | 'below';
  readonly repeats: boolean;
  /** False after it has fired, until the price has gone back across. */
  readonly isArmed: boolean;
}

/** The price of a tick and the day's Open, as DAY_MARKET has them. */
interface Measured {
  readonly price: number;
  /** Zero or less: not known, so that no move of the day is either. */
  readonly open: number;
  /** The UTC day, as a number. */
  readonly day: number;
}

/** What a tick has made of an alert. */
export interface AlertChange {
  readonly id: number;
  readonly hasFired: boolean;
  /** False of one that has fired and does not repeat: it is no longer in the book. */
  readonly isOn: boolean;
  readonly isArmed: boolean;
}

/**
 * The alerts that are switched on. A tick that reaches none of an instrument's costs a few comparisons, however many there
 * are; moves of the day need no work when the day changes. Alerts that repeat go back and forth between two columns: in
 * one they wait for their target, in the other for the way back.
 */
export interface AlertBook {
  readonly size: number;
  /** Adds or replaces an alert. @param day of the last price, whose moves of the day were judged; undefined: none */
  put(alert: WatchedAlert, day: number | undefined): void;
  remove(id: number): void;
  /** Whether the day's Open matters to any alert on the instrument. */
  needsOpen(instrument: InstrumentId): boolean;
  /**
   * Judges a tick. The first of a day counts from the Open, which is no move: what it reaches does not fire before the day's
   * move has gone back across.
   */
  take(instrument: InstrumentId, measured: Measured): readonly AlertChange[];
}

/** Alerts by one measure. The measure of `down` is the negative one, so that both rise to their levels. */
interface Track {
  readonly up: Levels;
  readonly down: Levels;
}

interface Tracks {
  readonly price: Track;
  readonly percent: Track;
  /** Of the last tick; undefined before the first. */
  day: number | undefined;
  /** Of the last tick. */
  open: number;
  /** While day and Open stay, a price of at least `quietFrom` and below `quietTo` reaches nothing. */
  quietFrom: number;
  quietTo: number;
}

interface Entry {
  readonly alert: WatchedAlert;
  isArmed: boolean;
}

const NONE: readonly AlertChange[] = [];

export function createAlertBook(): AlertBook {
  const tracks = new Map<InstrumentId, Tracks>();
  const entries = new Map<number, Entry>();

  const placeOf = ({ alert, isArmed }: Entry, { price, percent }: Tracks) => {
    const track = alert.target.kind === 'price' ? price : percent;
    const target = targetOf(alert.target);
    const goesUp = (alert.side === 'above') === isArmed;
    // The way back begins one step beyond the target.
    const level = (goesUp ? target : -target) + (isArmed ? 0 : 1);
    return { levels: goesUp ? track.up : track.down, level };
  };

  const putIn = (entry: Entry, own: Tracks): void => {
    const { levels, level } = placeOf(entry, own);
    levels.add(level, entry.alert.id);
  };

  const remove = (id: number): void => {
    const entry = entries.get(id);
    const own = entry && tracks.get(entry.alert.instrumentId);
    if (entry === undefined || own === undefined) return;
    const { levels, level } = placeOf(entry, own);
    levels.remove(level, id);
    entries.delete(id);
    findQuiet(own);
  };

  /** @param isQuiet nothing fires */
  const judge = (own: Tracks, track: Track, measure: number, isQuiet: boolean): readonly AlertChange[] => {
    const [up, down] = [track.up.take(measure), track.down.take(-measure)];
    if (up.length === 0 && down.length === 0) return NONE;
    const changes: AlertChange[] = [];
    for (const id of [...up, ...down]) {
      const entry = entries.get(id);
      if (entry === undefined) continue;
      const hasFired = entry.isArmed && !isQuiet;
      const isOn = entry.alert.repeats || !hasFired;
      entry.isArmed = !entry.isArmed;
      if (isOn) putIn(entry, own);
      else entries.delete(id);
      changes.push({ id, hasFired, isOn, isArmed: entry.isArmed });
    }
    return changes;
  };

  const judgeAll = (own: Tracks, price: number, isNewDay: boolean): readonly AlertChange[] => {
    const byPrice = judge(own, own.price, price, false);
    if (own.open <= 0) return byPrice;
    const byOpen = isNewDay ? judge(own, own.percent, 0, true) : NONE;
    const byMove = judge(own, own.percent, moveOf(price, own.open), false);
    return byOpen.length + byMove.length === 0 ? byPrice : [...byPrice, ...byOpen, ...byMove];
  };

  return {
    get size() {
      return entries.size;
    },
    put(alert, day) {
      remove(alert.id);
      const own = tracks.get(alert.instrumentId) ?? createTracks(day);
      tracks.set(alert.instrumentId, own);
      const entry = { alert, isArmed: alert.isArmed };
      entries.set(alert.id, entry);
      putIn(entry, own);
      findQuiet(own);
    },
    remove,
    needsOpen(instrument) {
      const own = tracks.get(instrument);
      return own !== undefined && own.percent.up.size + own.percent.down.size > 0;
    },
    take(instrument, { price, open, day }) {
      const own = tracks.get(instrument);
      if (own === undefined) return NONE;
      const isSameDay = own.day === day && own.open === open;
      if (isSameDay && price >= own.quietFrom && price < own.quietTo) return NONE;
      const isNewDay = own.day !== day;
      own.day = day;
      own.open = open;
      const changes = judgeAll(own, price, isNewDay);
      findQuiet(own);
      return changes;
    },
  };
}

const createTracks = (day: number | undefined): Tracks => ({
  price: { up: createLevels(), down: createLevels() },
  percent: { up: createLevels(), down: createLevels() },
  day,
  open: 0,
  quietFrom: 0,
  quietTo: 0,
});

/** Finds the prices that reach no level of an instrument. Levels are whole numbers, so a fall to one is below the next. */
function findQuiet(own: Tracks): void {
  const { price, percent, open } = own;
  own.quietFrom = 1 - price.down.next;
  own.quietTo = price.up.next;
  if (open <= 0) return;
  own.quietFrom = Math.max(own.quietFrom, priceOf(1 - percent.down.next, open));
  own.quietTo = Math.min(own.quietTo, priceOf(percent.up.next, open));
}

/**
 * The move of the day in half hundredths of a percent: an odd number lies strictly between two hundredths, so that comparing
 * whole numbers is exact.
 */
export function moveOf(price: number, open: number): number {
  const scaled = (price - open) * 10_000;
  const hundredths = Math.floor(scaled / open);
  return 2 * hundredths + (hundredths * open === scaled ? 0 : 1);
}

/** The lowest price whose move of the day is at least this, in half hundredths of a percent. */
function priceOf(move: number, open: number): number {
  if (!Number.isFinite(move)) return move;
  const part = (Math.floor(move / 2) * open) / 10_000;
  return open + (move % 2 === 0 ? Math.ceil(part) : Math.floor(part) + 1);
}

/** The target in the unit of its measure. */
export const targetOf = (target: AlertTarget): number =>
  target.kind === 'price' ? target.price : 2 * target.hundredths;
