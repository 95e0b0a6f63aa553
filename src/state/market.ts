import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { MarketList } from '../../shared/bridge/worker-api.ts';
import type { WireBaseData } from '../../shared/contract/wire-content.ts';
import type { WireLeader } from '../../shared/contract/wire-people.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { LOCAL_CODE, type Result } from '../../shared/result.ts';
import { toSignal } from '../link/to-signal.ts';
import { engine, health } from './link.ts';
import { held } from './sticky-signal.ts';

/** The list as the worker has it now, which is none while a new worker loads. */
export const engineMarket = toSignal<MarketList>(engine, (to) => to.market(), { status: 'loading' });

const latest = held(engineMarket, (shown, next) => shown.status === 'ready' && next.status !== 'ready').shown;

/** The trade list. Once there it stays, also while a newer one can't be had. */
export const market: ReadonlySignal<MarketList> = computed(() =>
  health.value === 'failed' && latest.value.status !== 'ready'
    ? { status: 'failed', code: LOCAL_CODE.workerLost, message: '' }
    : latest.value,
);

export const baseData: ReadonlySignal<WireBaseData | undefined> = toSignal<WireBaseData | undefined>(
  engine,
  (to) => to.baseData(),
  undefined,
);

const byId = computed(
  () =>
    new Map<InstrumentId, Instrument>(
      market.value.status === 'ready' ? market.value.instruments.map((one) => [one.id, one]) : [],
    ),
);

/** The instrument of the list; read in an effect or a render that tracks signals, it follows the list. */
export const instrumentOf = (id: InstrumentId): Instrument | undefined => byId.value.get(id);

/** Loads the trade list anew; the list shown stays until the new one is there. */
export function refreshMarket(): Promise<Result<void>> {
  if (health.peek() === 'failed') engine.restart();
  return engine.call((to) => to.refreshMarket());
}

export const searchInstruments = (keyword: string): Promise<Result<readonly Instrument[]>> =>
  engine.call((to) => to.search(keyword));

export const loadLeaders = (): Promise<Result<readonly WireLeader[]>> => engine.call((to) => to.leaders());
