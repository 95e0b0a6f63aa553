import { type CategoryId, type Instrument, instrumentId } from '../../../shared/domain/instrument.ts';
import { volume } from '../../../shared/domain/volume.ts';

/** An instrument with defaults for all other fields. */
export const instrumentLike = (known: Partial<Instrument>): Instrument => ({
  id: instrumentId(1),
  code: 'EURUSD',
  showCode: 'EUR/USD',
  name: 'Euro / US Dollar',
  logo: '',
  categoryId: 1 as CategoryId,
  market: { status: 'open' },
  precision: 5,
  lotStep: volume(100),
  minVolume: volume(100),
  contractSize: 100_000,
  feeRateMillionths: 0,
  marginMode: 'by-price',
  multiples: [100],
  quoteCurrency: 'USD',
  settle: { status: 'none' },
  ...known,
});
