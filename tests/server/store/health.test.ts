import { expect, it, onTestFinished, vi } from 'vitest';
import { watchStore } from '../../../server/store/health.ts';
import type { Store } from '../../../server/store/store.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { onEachDatabase, type TestStores } from '../../helpers/stores.ts';

/** A fault must show within this time, and so must its end. */
const SHOWN_MS = 3_000;
const PLENTY = 1e9;

async function scene(stores: TestStores) {
  const opened = await stores.open();
  let held: Promise<void> | undefined;
  let freeBytes = PLENTY;
  let probes = 0;
  let scheduled = 0;
  const write: Store['write'] = async (work) => {
    await held;
    const value = await opened.write(work);
    probes++;
    return value;
  };
  const clock = createManualClock(0);
  const counted = {
    ...clock,
    after(delayMs: number, run: () => void) {
      scheduled++;
      return clock.after(delayMs, run);
    },
  };
  const health = watchStore({
    store: { ...opened, write },
    clock: counted,
    freeBytes: async () => freeBytes,
  });
  onTestFinished(async () => {
    health.stop();
    await opened.close();
  });
  /** Waits for the end of so many probes: each sets two timers, for its deadline and for the next one. */
  const probed = async (count: number) => {
    await vi.waitFor(() => expect([probes, scheduled]).toEqual([count, 2 * count]), 30_000);
  };
  await probed(1);
  return {
    store: opened,
    health,
    clock,
    probed,
    setFree: (bytes: number) => {
      freeBytes = bytes;
    },
    hold() {
      let release = () => {};
      held = new Promise<void>((resolve) => {
        release = resolve;
      });
      return () => {
        held = undefined;
        release();
      };
    },
  };
}

onEachDatabase((stores) => {
  it('a store that hangs is unhealthy within three seconds, and healthy when it answers', async () => {
    const { health, clock, hold } = await scene(stores);
    expect(health.isHealthy()).toBe(true);
    const release = hold();
    clock.advance(SHOWN_MS);
    expect(health.isHealthy()).toBe(false);
    release();
    await vi.waitFor(() => expect(health.isHealthy()).toBe(true), 30_000);
  });

  it('a store without room is unhealthy at the next probe, and healthy after space returns', async () => {
    const { health, clock, probed, setFree } = await scene(stores);
    setFree(1_000);
    clock.advance(1_000);
    await probed(2);
    expect(health.isHealthy()).toBe(false);
    setFree(PLENTY);
    clock.advance(250);
    await probed(3);
    expect(health.isHealthy()).toBe(true);
  });

  it('a probe leaves nothing in the tables', async () => {
    const { store } = await scene(stores);
    const names = await store.read.selectFrom('sequences').select('name').execute();
    expect(names.filter(({ name }) => name.startsWith('probe'))).toEqual([]);
  });
});
