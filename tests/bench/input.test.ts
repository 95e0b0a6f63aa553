import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { percentile } from '../../bench/figures/statistics.ts';
import { durationsOf, inpOf } from '../../bench/input/taps.ts';
import { openRelay } from '../../bench/rig/relay.ts';

describe('taps', () => {
  it('take as long as the longest of their events, and a short time if none was reported', () => {
    const events = [
      [7, 24],
      [7, 80],
      [7, 40],
      [9, 32],
    ] as const;
    expect(durationsOf(events, 4)).toEqual([80, 32, 16, 16]);
    expect(durationsOf(events, 1)).toEqual([80, 32]);
  });

  it('have the worst of them as INP, without one of every fifty', () => {
    expect(inpOf([16, 300, 40])).toBe(300);
    expect(inpOf(Array.from({ length: 100 }, (_, at) => at))).toBe(97);
    expect(inpOf([])).toBeNaN();
  });
});

it('a percentile is the value that this share does not exceed', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 20, 50, 95, 100].map((percent) => percentile(values, percent))).toEqual([1, 1, 3, 5, 5]);
  expect(percentile([], 50)).toBeNaN();
});

it('what passes a relay arrives later, and unchanged', async () => {
  const text = Array.from({ length: 20_000 }, (_, at) => String(at)).join(' ');
  const server = createServer((_request, response) => {
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const relay = openRelay(`http://127.0.0.1:${port}`, 50);
  const { url } = await relay.opened;
  onTestFinished(() => void relay.close({ url }));
  const from = performance.now();
  expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).toBe(text);
  expect(performance.now() - from).toBeGreaterThan(99);
});
