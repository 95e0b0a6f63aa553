import { CAST } from '../../../server/leaders/cast.ts';
import type { Seen } from '../../../server/leaders/deeds.ts';
import type { Temperament } from '../../../server/leaders/temperament.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { money } from '../../../shared/domain/money.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { INSTRUMENTS } from '../../helpers/dealing.ts';

export function leaderNamed(name: string): Temperament {
  const found = CAST.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no leader ${name}`);
  return found;
}

/** A leader that thinks of opening at every step, in EURUSD alone. */
export const eager: Temperament = {
  ...leaderNamed('nightferry'),
  codes: ['EURUSD'],
  eagerness: 1,
  nerve: 0.5,
};

export const eurusd: Instrument = INSTRUMENTS[0] ?? never();

/** Minutes that rise by `perMinute` points each, the last of them at `close`. */
export const rising = (
  close: number,
  perMinute: number,
  count = 60,
): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, i) => [i * 60, close - (count - 1 - i) * perMinute] as const);

/** One instrument at 1.1, that has risen. */
export function seenOf(options: {
  readonly now: number;
  readonly instrument?: Instrument;
  readonly minutes?: readonly (readonly [number, number])[];
  readonly balance?: number;
  readonly orders?: Seen['orders'];
}): Seen {
  const instrument = options.instrument ?? eurusd;
  const close = price(110_000);
  return {
    now: timestampMs(options.now),
    market: {
      instrument: (id) => (id === instrument.id ? instrument : undefined),
      instrumentByCode: (code) => (code === instrument.code ? instrument : undefined),
      quote: (id) =>
        id === instrument.id
          ? { instrumentId: id, close, open: close, marketOpen: true, time: timestampMs(options.now) }
          : undefined,
      sparkline: () => options.minutes ?? rising(close, 10),
    },
    balance: money((options.balance ?? 20_000) * 1_000_000),
    orders: options.orders ?? [],
    feeType: 'of-margin',
  };
}

function never(): never {
  throw new Error('the dealing helper lists no instrument');
}
