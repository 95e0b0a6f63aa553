import { describe, expect, it, onTestFinished } from 'vitest';
import { createLocalBus } from '../../../server/bus/local.ts';
import { createSharedRateLimits } from '../../../server/cluster/shared-rate-limits.ts';
import { systemRandom } from '../../../server/random.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { settingsOf } from '../../helpers/postgres-server.ts';

const RATE = { perSecond: 10, burst: 160 };
/** From here on others are told. */
const HEAVY = 10;

describe('gateways that share limits', () => {
  const postgres = usePostgres();

  /** Processes with one clock, bus and database. */
  async function gateways(count: number, store: Store) {
    const clock = createManualClock(1_700_000_000_000);
    const errors: unknown[] = [];
    const report = (error: unknown) => void errors.push(error);
    const bus = createLocalBus(clock, report);
    const told: unknown[] = [];
    bus.subscribe('rate.*', ({ data }) => void told.push(JSON.parse(new TextDecoder().decode(data)).calls));
    onTestFinished(async () => {
      await store.close();
      expect(errors).toEqual([]);
    });
    const opened = Array.from({ length: count }, () =>
      createSharedRateLimits({ db: store.apart, bus, clock, random: systemRandom, report }),
    );
    const quick = opened.map(({ limits }) => limits.quick('read', RATE));
    const exact = opened.map(({ limits }) => limits.exact('enter', RATE));
    return { clock, told, quick, exact, opened };
  }

  const embedded = () => openStore({ dataDir: dataFolder() });

  it('refuse together what is above the rate, a moment after it was called', async () => {
    const { clock, quick } = await gateways(3, await embedded());
    const [one, other, third] = quick;
    for (let i = 0; i < 80; i++) expect([one?.('a'), other?.('a')]).toEqual([0, 0]);
    clock.advance(100);
    expect([third?.('a'), third?.('b')]).toEqual([1, 0]);
    // Twelve come back until then, of which another one takes three.
    clock.advance(1_000);
    for (let i = 0; i < 3; i++) expect(third?.('a')).toBe(0);
    clock.advance(100);
    const left = Array.from({ length: 12 }, () => one?.('a'));
    expect(left.filter((waitS) => waitS === 0)).toHaveLength(9);
  });

  it('tell nobody who calls little, and forget the calls when the allowance is full again', async () => {
    const { clock, told, quick } = await gateways(2, await embedded());
    for (let i = 0; i < HEAVY - 1; i++) quick[0]?.('a');
    clock.advance(2_000);
    expect(told).toEqual([]);
    for (let i = 0; i < HEAVY + 1; i++) quick[0]?.('a');
    clock.advance(100);
    expect(told).toEqual([[['a', HEAVY + 1]]]);
    clock.advance(10_000);
    expect(told).toHaveLength(1);
  });

  it('say nothing more once they have stopped', async () => {
    const { clock, told, quick, opened } = await gateways(1, await embedded());
    for (let i = 0; i < RATE.burst; i++) quick[0]?.('a');
    opened[0]?.stop();
    clock.advance(1_000);
    expect(told).toEqual([]);
  });

  describe.skipIf(postgresMissing)('in a database', () => {
    const open = async () =>
      openStore({
        dataDir: dataFolder(),
        database: settingsOf(await postgres.database()),
        sharing: 'people',
      });

    it('take no call more than the rate allows, and say how long to wait', async () => {
      const { clock, exact } = await gateways(2, await open());
      const calls = (count: number) =>
        Promise.all(Array.from({ length: count }, (_, i) => exact[i % 2]?.('a')));
      const waits = await calls(200);
      expect(waits.filter((waitS) => waitS === 0)).toHaveLength(RATE.burst);
      expect(new Set(waits)).toEqual(new Set([0, 1]));
      expect(await exact[0]?.('b')).toBe(0);
      clock.advance(500);
      expect((await calls(10)).filter((waitS) => waitS === 0)).toHaveLength(5);
      clock.advance(60_000);
      expect((await calls(200)).filter((waitS) => waitS === 0)).toHaveLength(RATE.burst);
    });

    it('remove the rows of those whose allowance is full again', async () => {
      const store = await open();
      const { clock, exact } = await gateways(1, store);
      for (const key of ['a', 'b', 'c']) await exact[0]?.(key);
      clock.advance(61_000);
      await exact[0]?.('d');
      const rows = () => store.read.selectFrom('rate_limits').select('key').execute();
      await expect.poll(rows).toHaveLength(1);
    });
  });
});
