import { describe, expect, test } from 'vitest';
import { WORKER_WATCH_MS } from '../../../shared/limits.ts';
import { watchPulse } from '../../../src/link/pulse-watch.ts';
import { manualClock } from '../manual-clock.ts';

function watched() {
  const clock = manualClock();
  const worker = { alive: true, asked: 0, deaths: 0 };
  const pulse = watchPulse(
    () => {
      worker.asked++;
      return worker.alive ? Promise.resolve() : new Promise(() => {});
    },
    clock,
    () => {
      worker.deaths++;
    },
  );
  return { clock, worker, pulse };
}

describe('the pulse watch', () => {
  test('keeps a worker that answers', async () => {
    const { clock, worker } = watched();
    await clock.pass(60_000);
    expect(worker.deaths).toBe(0);
    expect(worker.asked).toBeGreaterThan(50);
  });

  test('finds a dead worker in time, and reports it once', async () => {
    const { clock, worker } = watched();
    await clock.pass(10_500);
    worker.alive = false;
    await clock.pass(WORKER_WATCH_MS);
    expect(worker.deaths).toBe(1);
    await clock.pass(60_000);
    expect(worker.deaths).toBe(1);
  });

  test('waits longer for the first echo, since the script may load slowly', async () => {
    const clock = manualClock();
    let deaths = 0;
    let answer = () => {};
    const echo = () => new Promise<void>((resolve) => (answer = resolve));
    watchPulse(echo, clock, () => deaths++);
    await clock.pass(15_000);
    expect(deaths).toBe(0);
    answer();
    await clock.pass(500);
    expect(deaths).toBe(0);
  });

  test('gives a worker one more chance when the timer was late, since the page itself slept', async () => {
    const { clock, worker } = watched();
    await clock.pass(10_000);
    worker.alive = false;
    await clock.pass(600);
    clock.sleep(60_000);
    worker.alive = true;
    await clock.pass(10_000);
    expect(worker.deaths).toBe(0);
    worker.alive = false;
    await clock.pass(600);
    clock.sleep(60_000);
    await clock.pass(WORKER_WATCH_MS);
    expect(worker.deaths).toBe(1);
  });

  test('reports nothing while paused, and requests an echo at once when resumed', async () => {
    const { clock, worker, pulse } = watched();
    await clock.pass(5_000);
    pulse.pause();
    const { asked } = worker;
    worker.alive = false;
    await clock.pass(600_000);
    expect(worker).toMatchObject({ asked, deaths: 0 });
    pulse.resume();
    expect(worker.asked).toBe(asked + 1);
    await clock.pass(WORKER_WATCH_MS);
    expect(worker.deaths).toBe(1);
  });
});
