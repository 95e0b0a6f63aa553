import { dateEndOf, type Night, type NightTime, nextNight } from '../../shared/domain/financing.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';

/** What a zone says of nights, asked of it once: that takes longer than a command has. */
export interface NightCalendar {
  /** The first night after a moment, epoch ms. */
  next(instrument: Pick<Instrument, 'tripleDay'>, after: number): Night;
  /** The last moment of a night's date, both in epoch ms. */
  dateEnd(night: number): number;
}

export function createNightCalendar(time: NightTime): NightCalendar {
  /** By the day that counts three times: each night, and from when on it is known to be the next. */
  const nights = new Map<number | undefined, { from: number; readonly night: Night }[]>();
  const ends = new Map<number, number>();
  return {
    next({ tripleDay }, after) {
      const known = getOrCreate(nights, tripleDay, () => []);
      const found = known.findLast(({ from, night }) => from <= after && after < night.at);
      if (found) return found.night;
      const night = nextNight({ tripleDay }, after, time);
      const same = known.find((one) => one.night.at === night.at);
      if (same) same.from = after;
      else known.push({ from: after, night });
      return night;
    },
    dateEnd: (night) => getOrCreate(ends, night, () => dateEndOf(night, time)),
  };
}
