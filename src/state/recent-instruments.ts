import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { lasting } from '../link/storage.ts';

const KEY = 'recent';
/** Earlier versions kept one only. */
const LAST_KEY = 'last-trade';
const MAX_KEPT = 8;

/** The instruments last opened on the trade screen of this device, the latest first; an unknown text counts as absent. */
export const recentInstruments = (): readonly InstrumentId[] =>
  (lasting.get(KEY) ?? lasting.get(LAST_KEY) ?? '')
    .split(' ')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .map(instrumentId);

export function noteInstrument(id: InstrumentId): void {
  const others = recentInstruments().filter((one) => one !== id);
  lasting.set(KEY, [id, ...others].slice(0, MAX_KEPT).join(' '));
  lasting.remove(LAST_KEY);
}
