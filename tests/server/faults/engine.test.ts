import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { memoryFile } from '../../../replay/record/recording-file.ts';
import { type FaultWish, readFault } from '../../../server/faults/fault-setting.ts';
import { createFaults, type Faults } from '../../../server/faults/faults.ts';
import { withSocketFaults } from '../../../server/faults/socket-faults.ts';
import { HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../../shared/bridge/market-frame.ts';
import type { ConnectionState, SessionState } from '../../../shared/bridge/worker-api.ts';
import { LATER_ROUTES } from '../../../shared/contract/later-routes.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { createNamedSeries } from '../../../shared/indicators/named-series.ts';
import { createEngine } from '../../../worker/engine.ts';
import { workerEnv } from '../../../worker/env.ts';
import { saveBytes } from '../../../worker/streams/byte-saver.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { createChance } from '../../sim/chance.ts';
import { createNetwork } from '../../sim/network.ts';
import { createPlayer, everyInstrument } from '../../sim/player.ts';
import { createWorld, type World } from '../../sim/world.ts';
import { openFaults } from './faults-scene.ts';

const STEP_MS = 20;
/** Three unanswered heartbeats, and the one before them. */
const FOUND_DEAD_WITHIN_MS = 20_000;

let world: World | undefined;
afterEach(async () => {
  expect(world?.faults ?? []).toEqual([]);
  await world?.stop();
  world = undefined;
});

/** The real server and a real engine on one clock that the test controls, with the console's faults between them. */
async function openWorld() {
  const here = createWorld(5, temporaryFolder());
  world = here;
  const { clock } = here;
  const faults = createFaults(clock);
  const life = await here.boot();
  const faulty = {
    ...life,
    connect: (wire: Parameters<typeof life.connect>[0]) =>
      life.connect(withSocketFaults(wire, faults, clock)),
  };
  const network = createNetwork({ ...here, life: () => faulty }, createChance(3));
  const chance = createChance(4);
  const player = createPlayer(
    {
      now: () => timestampMs(Math.floor(clock.now())),
      monotonic: clock.now,
      random: chance.next,
      after: clock.after,
      every: clock.every,
      openSocket: network.openSocket,
      fetch: network.fetch,
      send: () => Promise.reject(new Error('not simulated')),
      shrink: async () => undefined,
      meteredHz: () => undefined,
      byteSaver: async () => saveBytes,
      laterRoutes: async () => LATER_ROUTES,
      indicators: async () => createNamedSeries,
      openRecordingFile: async () => memoryFile(),
    },
    'player',
  );
  const states: { readonly status: ConnectionState['status']; readonly atMs: number }[] = [];
  player.engine.connection().subscribe({ next: ({ status }) => states.push({ status, atMs: clock.now() }) });

  async function run(ms: number): Promise<void> {
    for (let done = 0; done < ms; done += STEP_MS) {
      clock.advance(STEP_MS);
      for (let quiet = 0; quiet < 3; quiet = network.busy > 0 ? 0 : quiet + 1)
        await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
  async function until(isSo: () => boolean, mostMs = 30_000): Promise<void> {
    for (let spent = 0; !isSo(); spent += STEP_MS) {
      if (spent > mostMs) throw new Error(`not within ${mostMs} ms`);
      await run(STEP_MS);
    }
  }
  await until(() => everyInstrument(player).length > 0);
  const watched = everyInstrument(player).slice(0, 4);
  player.engine.watch(watched);
  void player.engine.signInDemo();
  await until(() => player.session().status === 'signed-in' && player.working().status === 'ready');
  return { clock, life, faults, player, watched, states, run, until };
}

function set(faults: Faults, wish: FaultWish): void {
  const setting = readFault(wish);
  if (!setting.ok) throw new Error(setting.error.sentence);
  faults.set(setting.value);
}

type Opened = Awaited<ReturnType<typeof openWorld>>;

/** The phone's and the exchange's values of each watched instrument. */
function quotes({ life, player }: Opened) {
  const frame = player.frame();
  const at = Array.from(
    { length: frame[HEADER.quotes] ?? 0 },
    (_, row) => HEADER_LENGTH + row * QUOTE_LENGTH,
  );
  const held = at.map((start) => {
    const quote = life.market.quote(instrumentId(frame[start + QUOTE.id] ?? 0));
    return [quote?.close, quote?.time];
  });
  return {
    shown: at.map((start, row) => {
      const [close, time = 0] = [frame[start + QUOTE.close], frame[start + QUOTE.timeMs]];
      const [, heldTime = 0] = held[row] ?? [];
      // In few bytes a time is rounded to the older side, by less than 20 ms.
      return [close, time <= heldTime && time > heldTime - 20 ? heldTime : time];
    }),
    held,
  };
}

/** Sends an order for the first instrument at its price on the phone. */
function buy({ player, watched }: Awaited<ReturnType<typeof openWorld>>): void {
  const [id = instrumentId(0)] = watched;
  const seen = player.quote(id);
  if (seen === undefined || world === undefined) throw new Error('there is no quote');
  const kind = { type: 'market', seenPrice: seen.close, deviationPoints: 100_000 } as const;
  void player.engine.submitOrder(
    {
      cid: 'the-order-of-the-test',
      instrumentId: id,
      side: 'buy',
      volume: volumeFromWire(0.02),
      multiple: 100,
      kind,
    },
    timestampMs(Math.floor(world.clock.now())),
  );
}

describe('an engine with a faulty connection', () => {
  it.each<[FaultWish, readonly ('gap' | 'duplicate')[]]>([
    [{ kind: 'drop', share: 20 }, ['gap']],
    [{ kind: 'gap', share: 20, skip: 3 }, ['gap']],
    [{ kind: 'swap', share: 20 }, ['gap']],
    [{ kind: 'duplicate', share: 20 }, ['duplicate']],
    [{ kind: 'delay', ms: 400 }, []],
    [{ kind: 'burst', ms: 2_500 }, []],
    // Only the frames' times are behind: a tap is dated by the exchange's time as it was known before.
    [{ kind: 'skew', ms: -90_000 }, []],
  ])('survives %j, keeps the connection, and shows the exchange’s values afterwards', async (wish, seen) => {
    const opened = await openWorld();
    const { faults, player, watched, states, life, run } = opened;
    const counted = { ...player.engine.counters() };
    states.length = 0;
    set(faults, { ...wish, seconds: 12 });
    await run(6_000);
    buy(opened);
    await run(6_000);
    expect(faults.list()).toEqual([]);
    for (const name of seen) expect(player.engine.counters()[name]).toBeGreaterThan(counted[name]);
    await run(15_000);
    await life.market.stop();
    await run(3_000);
    expect(states.filter(({ status }) => status !== 'live' && status !== 'stale')).toEqual([]);
    const { shown, held } = quotes(opened);
    expect(shown.length).toBe(watched.length);
    expect(shown).toEqual(held);
    const working = player.working();
    expect(working.status === 'ready' ? working.positions.length + working.pending.length : -1).toBe(1);
  });

  it('finds a half-open link dead in time, and reconnects with everything', async () => {
    const opened = await openWorld();
    const { clock, faults, player, states, life, run, until } = opened;
    const begun = clock.now();
    states.length = 0;
    set(faults, { kind: 'half-open', count: 1 });
    await until(() => states.some(({ status }) => status === 'waiting'));
    expect(clock.now() - begun).toBeLessThanOrEqual(FOUND_DEAD_WITHIN_MS);
    await until(() => states.at(-1)?.status === 'live');
    await run(5_000);
    expect(player.problems).toEqual([]);
    await life.market.stop();
    await run(3_000);
    expect(quotes(opened).shown).toEqual(quotes(opened).held);
  });

  it('without a fault loses no frame and requests no further snapshot', async () => {
    const { player, run } = await openWorld();
    await run(10_000);
    expect(player.engine.counters()).toMatchObject({
      gap: 0,
      duplicate: 0,
      malformedFrame: 0,
      malformedRow: 0,
    });
  });
});

describe('an engine at an exchange', () => {
  async function openEngine() {
    const scene = await openFaults();
    const engine = createEngine(workerEnv());
    const { url } = scene.http;
    engine.configure({
      apiBase: url,
      socketUrl: `${url.replace('http', 'ws')}/v1/ws`,
      language: 'en',
      token: null,
    });
    onTestFinished(() => {
      engine.pageEvent('pagehide');
      expect(scene.http.faults).toEqual([]);
    });
    return { scene, engine };
  }

  function sight<T>(stream: { subscribe(observer: { next(value: T): void }): unknown }) {
    const values: T[] = [];
    let look: () => void = () => undefined;
    stream.subscribe({
      next(value) {
        values.push(value);
        look();
      },
    });
    const until = (isSo: (latest: T | undefined) => boolean) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (isSo(values.at(-1))) resolve();
        };
        look();
      });
    return { values, until };
  }

  it('that answers 999 is signed out as expired, and signs in again afterwards', async () => {
    const { scene, engine } = await openEngine();
    const session = sight<SessionState>(engine.session());
    engine.start();
    expect(await engine.signInDemo()).toMatchObject({ ok: true });
    await scene.set('999');
    await session.until((latest) => latest?.status === 'anonymous' && latest.because === 'expired');
    await scene.clear();
    expect(await engine.signInDemo()).toMatchObject({ ok: true });
    expect(session.values.at(-1)?.status).toBe('signed-in');
  });

  it('that is refused retries until it is accepted', async () => {
    const { scene, engine } = await openEngine();
    const connection = sight<ConnectionState>(engine.connection());
    await scene.set('refuse', { on: 'socket', count: '2' });
    engine.start();
    await connection.until((latest) => latest?.status === 'waiting' && latest.attempt > 1);
    await connection.until((latest) => latest?.status === 'live' || latest?.status === 'stale');
    expect(await scene.list()).toEqual([]);
  });
});
