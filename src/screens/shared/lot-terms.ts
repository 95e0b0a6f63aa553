import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { instrumentOf } from '../../state/market.ts';

export type LotTerms = Pick<Instrument, 'lotStep' | 'minVolume'>;

const ANY_LOT: LotTerms = { lotStep: volume(1), minVolume: volume(1) };

/** The instrument's sizes; the finest step for one that is no longer listed, of which the exchange decides. */
export const lotTermsOf = (id: InstrumentId): LotTerms => instrumentOf(id) ?? ANY_LOT;
