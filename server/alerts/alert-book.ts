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
 * The alerts that are switched on. A tick that reaches none of an instrument's costs four comparisons, however many there
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
    },
    remove,
    needsOpen(instrument) {
      const own = tracks.get(instrument);
      return own !== undefined && own.percent.up.size + own.percent.down.size > 0;
    },
    take(instrument, { price, open, day }) {
      const own = tracks.get(instrument);
      if (own === undefined) return NONE;
      const isNewDay = own.day !== day;
      own.day = day;
      const byPrice = judge(own, own.price, price, false);
      if (open <= 0) return byPrice;
      const byOpen = isNewDay ? judge(own, own.percent, 0, true) : NONE;
      const byMove = judge(own, own.percent, moveOf(price, open), false);
      return byOpen.length + byMove.length === 0 ? byPrice : [...byPrice, ...byOpen, ...byMove];
    },
  };
}

const createTracks = (day: number | undefined): Tracks => ({
  price: { up: createLevels(), down: createLevels() },
  percent: { up: createLevels(), down: createLevels() },
  day,
});

/**
 * The move of the day in half hundredths of a percent: an odd number lies strictly between two hundredths, so that comparing
 * whole numbers is exact.
 */
export function moveOf(price: number, open: number): number {
  const scaled = (price - open) * 10_000;
  const hundredths = Math.floor(scaled / open);
  return 2 * hundredths + (hundredths * open === scaled ? 0 : 1);
}

/** The target in the unit of its measure. */
export const targetOf = (target: AlertTarget): number =>
  target.kind === 'price' ? target.price : 2 * target.hundredths;
