import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { MarketList, RankedBy } from '../../shared/bridge/worker-api.ts';
import type { Leader } from '../../shared/contract/leaders.ts';
import type { BasicInfo } from '../../shared/contract/site.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { LOCAL_CODE, type Result } from '../../shared/result.ts';
import { engineHealth, link } from './link.ts';

const inEngine = signal<MarketList>({ status: 'loading' });
const latest = signal<MarketList>({ status: 'loading' });
const base = signal<BasicInfo | undefined>();

/** The list in the worker; a new worker has none until it has loaded it. */
export const engineMarket: ReadonlySignal<MarketList> = inEngine;

/** The trade list. Once loaded it stays, also while it cannot be loaded again. */
export const market: ReadonlySignal<MarketList> = computed(() =>
  engineHealth.value === 'failed' && latest.value.status !== 'ready'
    ? { status: 'failed', code: LOCAL_CODE.workerLost, message: '' }
    : latest.value,
);

/** The exchange's settings for the page; undefined until loaded. */
export const baseData: ReadonlySignal<BasicInfo | undefined> = base;

/** Whether the exchange says that its prices are simulated. */
export const isSimulated: ReadonlySignal<boolean> = computed(() => base.value?.simulated === 1);

/** Follows the worker's trade list and base data. */
export function startMarket(): void {
  link().stream(
    (engine) => engine.market(),
    (next) => {
      inEngine.value = next;
      if (latest.peek().status !== 'ready' || next.status === 'ready') latest.value = next;
    },
  );
  link().stream(
    (engine) => engine.baseData(),
    (next) => {
      base.value = next;
    },
  );
}

/** Shows a list of an earlier start until the engine has one. */
export function showKeptMarket(list: MarketList): void {
  latest.value = list;
}

const byId = computed(
  () =>
    new Map<InstrumentId, Instrument>(
      market.value.status === 'ready' ? market.value.instruments.map((one) => [one.id, one]) : [],
    ),
);

/** The listed instrument; follows the list when read in an effect or a tracking render. */
export const instrumentOf = (id: InstrumentId): Instrument | undefined => byId.value.get(id);

/** All instruments that have a price, the highest first: ids, then as many values. */
export const rankingBy = (by: RankedBy): Promise<Result<Float64Array>> =>
  link().call((engine) => engine.ranking(by));

/** Reloads the trade list; the list shown stays until the new one has loaded. */
export function refreshMarket(): Promise<Result<void>> {
  if (engineHealth.peek() === 'failed') link().restart();
  return link().call((engine) => engine.refreshMarket());
}

export const searchInstruments = (keyword: string): Promise<Result<readonly Instrument[]>> =>
  link().call((engine) => engine.search(keyword));

export const loadLeaders = (): Promise<Result<readonly Leader[]>> =>
  link().call((engine) => engine.leaders());
