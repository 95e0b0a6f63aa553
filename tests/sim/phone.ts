import { memoryFile } from '../../replay/record/recording-file.ts';
import { LATER_ROUTES } from '../../shared/contract/later-routes.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { createNamedSeries } from '../../shared/indicators/named-series.ts';
import type { Env } from '../../worker/env.ts';
import { saveBytes } from '../../worker/streams/byte-saver.ts';
import type { Chance } from './chance.ts';
import type { Network } from './network.ts';
import type { World } from './world.ts';

/** A phone's environment in the simulated world. */
export function envOf(world: World, network: Pick<Network, 'openSocket' | 'fetch'>, chance: Chance): Env {
  const { clock } = world;
  return {
    // Whole milliseconds, as `Date.now` returns them.
    now: () => timestampMs(Math.floor(clock.now())),
    monotonic: clock.now,
    random: chance.next,
    after: clock.after,
    every: clock.every,
    openSocket: network.openSocket,
    fetch: network.fetch,
    // This simulation sends no pictures.
    send: () => Promise.reject(new Error('not simulated')),
    shrink: async () => undefined,
    meteredHz: () => undefined,
    byteSaver: async () => saveBytes,
    laterRoutes: async () => LATER_ROUTES,
    indicators: async () => createNamedSeries,
    openRecordingFile: async () => memoryFile(),
  };
}

/**
 * Waits until everything under way waits for the clock.
 * @param most rounds after which calls that are still under way count as waiting for it, too
 */
export async function settle(busy: () => boolean, most = Number.POSITIVE_INFINITY): Promise<void> {
  let quiet = 0;
  for (let round = 0; quiet < 3 && round < most; round++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    quiet = busy() ? 0 : quiet + 1;
  }
}
