import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { type AccountState, positionsOf } from './state.ts';
import { instrumentOf, type Prices } from './valuation.ts';

/** Which accounts a price matters to: those with positions in its instrument, or converted by it. */
export interface Exposure {
  update(state: AccountState): void;
  accountsOf(instrument: InstrumentId): Iterable<AccountId>;
}

export function createExposure(prices: Prices): Exposure {
  const accounts = new Map<InstrumentId, Set<AccountId>>();
  const instruments = new Map<AccountId, ReadonlySet<InstrumentId>>();
  return {
    update(state) {
      const before = instruments.get(state.id) ?? new Set<InstrumentId>();
      const after = exposedTo(state, prices);
      for (const id of before) if (!after.has(id)) accounts.get(id)?.delete(state.id);
      for (const id of after) {
        const exposed = accounts.get(id) ?? new Set<AccountId>();
        accounts.set(id, exposed.add(state.id));
      }
      if (after.size === 0) instruments.delete(state.id);
      else instruments.set(state.id, after);
    },
    accountsOf: (instrument) => accounts.get(instrument) ?? [],
  };
}

function exposedTo(state: AccountState, prices: Prices): ReadonlySet<InstrumentId> {
  const ids = new Set<InstrumentId>();
  for (const position of positionsOf(state)) {
    const instrument = instrumentOf(position, prices);
    if (instrument === undefined) continue;
    ids.add(instrument.id);
    if (instrument.settle.status === 'none') continue;
    const conversion = prices.instrumentByCode(instrument.settle.code);
    if (conversion) ids.add(conversion.id);
  }
  return ids;
}
