import { afterEach, describe, expect, test, vi } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { COMMAND_DEADLINE_MS, MAX_WORKER_RESTARTS, WORKER_WATCH_MS } from '../../../shared/limits.ts';
import { LOCAL_CODE } from '../../../shared/result.ts';
import { createEngineLink, type EngineHealth, type EngineLink } from '../../../src/link/engine-link.ts';
import { createManualPageClock } from '../chart/manual-page-clock.ts';
import { eventually } from './eventually.ts';

const links: EngineLink[] = [];
afterEach(() => {
  for (const link of links.splice(0)) link.end();
});

/** The worker and its messages are real; the page's time passes only when a test advances it. */
function linkToFragileWorker() {
  const clock = createManualPageClock();
  const workers: Worker[] = [];
  const health: EngineHealth[] = [];
  const deaths: (string | undefined)[] = [];
  let message = '';
  const link = createEngineLink({
    spawn() {
      const worker = new Worker(new URL('./fragile-worker.ts', import.meta.url), { type: 'module' });
      // The test causes these errors: hide them from the test runner.
      worker.addEventListener('error', (event) => event.preventDefault());
      workers.push(worker);
      return worker;
    },
    settings: () => ({ apiBase: '', socketUrl: '', language: 'en', token: `t${workers.length}` }),
    clock,
    onHealth: (now) => health.push(now),
    onDeath: (cause) => deaths.push(cause?.type),
  });
  links.push(link);
  link.stream(
    (engine) => engine.market(),
    (market) => {
      if (market.status === 'failed') message = market.message;
    },
  );
  return { link, clock, workers, health, deaths, told: () => message };
}

/** Resolves once the worker has answered everything that was sent before. */
const ready = (link: EngineLink) => link.call((engine) => engine.cancelOrder(orderId(1)));

describe('a worker that hangs', () => {
  test('is replaced within two seconds, and its pending call is settled', async () => {
    const { link, clock, workers, health, deaths, told } = linkToFragileWorker();
    link.keep('start', (engine) => engine.start());
    link.keep('watch', (engine) => engine.watch([instrumentId(1)]));
    link.keep('watch', (engine) => engine.watch([instrumentId(2), instrumentId(3)]));
    await eventually(() => expect(told()).toBe('configure:t1 start watch:1 watch:2,3'));

    await ready(link);
    const result = link.call((engine) => engine.refreshMarket());
    clock.advance(WORKER_WATCH_MS);
    expect(await result).toMatchObject({ ok: false, error: { code: LOCAL_CODE.workerLost } });
    await eventually(() => expect(told()).toBe('configure:t2 start watch:2,3'));
    expect(workers).toHaveLength(2);
    expect(health).toEqual(['running', 'restarting', 'running']);
    expect(deaths).toEqual([undefined]);
  });
});

describe('a worker that throws', () => {
  test('is replaced at once, and its pending calls are settled', async () => {
    const { link, clock, workers, told } = linkToFragileWorker();
    await eventually(() => expect(told()).toBe('configure:t1'));
    const pending = link.call((engine) => engine.refreshAccount());
    const crash = link.call((engine) => engine.leaders());
    for (const result of await Promise.all([pending, crash])) {
      expect(result).toMatchObject({ ok: false, error: { code: LOCAL_CODE.workerLost } });
    }
    clock.advance(0);
    await eventually(() => expect(told()).toBe('configure:t2'));
    expect(workers).toHaveLength(2);
  });

  test('repeatedly is not replaced any more, calls are refused at once, and a manual restart works', async () => {
    const { link, clock, workers, health } = linkToFragileWorker();
    for (let i = 0; i <= MAX_WORKER_RESTARTS; i++) {
      expect(await ready(link)).toMatchObject({ ok: true });
      await link.call((engine) => engine.leaders());
      clock.advance(i * 400);
    }
    expect(health.at(-1)).toBe('failed');
    expect(workers).toHaveLength(MAX_WORKER_RESTARTS + 1);
    expect(await ready(link)).toMatchObject({ ok: false, error: { code: LOCAL_CODE.workerLost } });
    link.restart();
    expect(await ready(link)).toMatchObject({ ok: true });
    expect(health.at(-1)).toBe('running');
  });
});

test('a call to a worker that never answers it ends as unknown at its deadline', async () => {
  const { link, clock, workers } = linkToFragileWorker();
  let result: unknown;
  const call = link.call((engine) => engine.refreshAccount()).then((settled) => (result = settled));
  for (let passed = 0; passed < COMMAND_DEADLINE_MS; passed += 500) {
    clock.advance(500);
    await ready(link);
  }
  expect(result).toBeUndefined();
  clock.advance(1_500);
  await call;
  expect(result).toMatchObject({ ok: false, error: { code: LOCAL_CODE.unknown } });
  expect(workers).toHaveLength(1);
});

test('a command that throws in the worker ends as unknown', async () => {
  const { link } = linkToFragileWorker();
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await link.call((engine) => engine.history(1))).toMatchObject({
    ok: false,
    error: { code: LOCAL_CODE.unknown },
  });
  expect(silence).toHaveBeenCalledOnce();
  silence.mockRestore();
});

test('a stream that fails is opened again after a second', async () => {
  const { link, clock } = linkToFragileWorker();
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
  link.stream(
    (engine) => engine.connection(),
    () => {},
  );
  for (const times of [1, 2]) {
    await eventually(() => expect(silence).toHaveBeenCalledTimes(times));
    clock.advance(1_000);
  }
  await eventually(() => expect(silence).toHaveBeenCalledTimes(3));
  silence.mockRestore();
});

test('a page that slept does not take its worker for dead', async () => {
  const { link, clock, workers, told } = linkToFragileWorker();
  await eventually(() => expect(told()).toBe('configure:t1'));
  for (let sleeps = 0; sleeps < 3; sleeps++) {
    await ready(link);
    // An echo is requested; its deadline passes while the page sleeps.
    clock.advance(WORKER_WATCH_MS / 4);
    clock.sleep(60_000);
    clock.advance(0);
  }
  expect(await ready(link)).toMatchObject({ ok: true });
  expect(workers).toHaveLength(1);
});
