import { afterEach, describe, expect, test, vi } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { MAX_WORKER_RESTARTS } from '../../../shared/limits.ts';
import { LOCAL_CODE } from '../../../shared/result.ts';
import type { PageClock } from '../../../src/clock.ts';
import { createEngineLink, type EngineHealth, type EngineLink } from '../../../src/link/engine-link.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import { createManualPageClock } from '../chart/manual-page-clock.ts';
import { eventually } from './eventually.ts';

const links: EngineLink[] = [];
afterEach(() => {
  for (const link of links.splice(0)) link.end();
});

function linkToFragileWorker(clock: PageClock = pageClock) {
  const workers: Worker[] = [];
  const health: EngineHealth[] = [];
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
  });
  links.push(link);
  link.stream(
    (engine) => engine.market(),
    (market) => {
      if (market.status === 'failed') message = market.message;
    },
  );
  return { link, workers, health, told: () => message };
}

const ready = (link: EngineLink) => link.call((engine) => engine.cancelOrder(orderId(1)));

describe('a worker that hangs', () => {
  test('is replaced within three seconds, and its pending call is settled', async () => {
    const clock = createManualPageClock();
    const { link, workers, health, told } = linkToFragileWorker(clock);
    link.keep('start', (engine) => engine.start());
    link.keep('watch', (engine) => engine.watch([instrumentId(1)]));
    link.keep('watch', (engine) => engine.watch([instrumentId(2), instrumentId(3)]));
    await eventually(() => expect(told()).toBe('configure:t1 start watch:1 watch:2,3'));

    // Answers come in order: this one says that the first echo is back and the next one scheduled.
    expect(await ready(link)).toMatchObject({ ok: true });

    const pending = link.call((engine) => engine.refreshMarket());
    clock.advance(3_000);
    expect(await pending).toMatchObject({ ok: false, error: { code: LOCAL_CODE.workerLost } });
    await eventually(() => expect(told()).toBe('configure:t2 start watch:2,3'));
    expect(workers).toHaveLength(2);
    expect(health).toEqual(['running', 'restarting', 'running']);
  });
});

describe('a worker that throws', () => {
  test('is replaced at once, and its pending calls are settled', async () => {
    const { link, workers, told } = linkToFragileWorker();
    await eventually(() => expect(told()).toBe('configure:t1'));
    const pending = link.call((engine) => engine.refreshAccount());
    const crash = link.call((engine) => engine.leaders());
    for (const result of await Promise.all([pending, crash])) {
      expect(result).toMatchObject({ ok: false, error: { code: LOCAL_CODE.workerLost } });
    }
    await eventually(() => expect(told()).toBe('configure:t2'));
    expect(workers).toHaveLength(2);
  });

  test('repeatedly is not replaced any more, calls are refused at once, and a manual restart works', async () => {
    const { link, workers, health } = linkToFragileWorker();
    for (let i = 0; i <= MAX_WORKER_RESTARTS; i++) {
      await eventually(async () => expect(await ready(link)).toMatchObject({ ok: true }));
      await link.call((engine) => engine.leaders());
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
  // Ten times as fast: the deadline is many seconds.
  const hurried: PageClock = {
    ...pageClock,
    after: (ms, run) => pageClock.after(ms > 5_000 ? ms / 20 : ms, run),
  };
  const { link } = linkToFragileWorker(hurried);
  expect(await link.call((engine) => engine.refreshAccount())).toMatchObject({
    ok: false,
    error: { code: LOCAL_CODE.unknown },
  });
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

test('a stream that fails is opened again', async () => {
  const { link } = linkToFragileWorker();
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
  link.stream(
    (engine) => engine.connection(),
    () => {},
  );
  await eventually(() => expect(silence.mock.calls.length).toBeGreaterThan(1));
  silence.mockRestore();
});

test('a page that slept or was busy does not take its worker for dead', async () => {
  let blocks = 0;
  // Blocks the page while an echo is pending: afterwards the timer and the echo are both due, the timer first.
  const busy: PageClock = {
    ...pageClock,
    after(ms, run) {
      const cancel = pageClock.after(ms, run);
      if (ms > 1_000 && ms < 2_000 && blocks++ === 0) {
        const end = performance.now() + 2_500;
        while (performance.now() < end);
      }
      return cancel;
    },
  };
  const { link, workers, told } = linkToFragileWorker(busy);
  await eventually(() => expect(told()).toBe('configure:t1'));
  await eventually(() => expect(blocks).toBeGreaterThan(2));
  expect(workers).toHaveLength(1);
  expect(await ready(link)).toMatchObject({ ok: true });
});
