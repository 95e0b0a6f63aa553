import { type CategoryId, type Instrument, instrumentId } from '../../shared/domain/instrument.ts';
import { volumeFromWire } from '../../shared/domain/volume.ts';
import type { Plain } from './plain.ts';

/** EURUSD on usual terms, for tests that need some instrument. */
export const eurusd: Instrument = {
  id: instrumentId(1),
  code: 'EURUSD',
  showCode: 'EUR/USD',
  name: 'Euro / US Dollar',
  logo: '/logos/EURUSD.svg',
  categoryId: 1 as CategoryId,
  market: { status: 'open' },
  mode: 'open',
  precision: 5,
  lotStep: volumeFromWire(0.01),
  minVolume: volumeFromWire(0.01),
  contractSize: 100_000,
  feeRateMillionths: 500,
  marginMode: 'by-price',
  multiples: [1, 20, 100],
  quoteCurrency: 'USD',
  settle: { status: 'none' },
};

/** As `eurusd`, but for what a test says. */
export const anInstrument = (over: Plain<Instrument> = {}): Instrument =>
  ({ ...eurusd, ...over }) as Instrument;
