import { describe, expect, it, onTestFinished } from 'vitest';
import { askOften, readReport } from '../../bench/load/lighthouse.ts';
import { serveStaticPage } from '../../bench/load/static-page.ts';
import { blockingOf } from '../../bench/load/visit.ts';

it('a page blocks for the time of its long tasks beyond 50 ms, after its first paint', () => {
  const tasks = [
    [0, 400],
    [450, 90],
    [600, 50],
    [700, 130],
  ] as const;
  expect(blockingOf(tasks, 500)).toBe(40 + 80);
  expect(blockingOf([], 0)).toBe(0);
});

describe('the report of Lighthouse', () => {
  it('contains its score for speed out of a hundred, and its measure of the machine’s speed', () => {
    const report = { categories: { performance: { score: 0.984 } }, environment: { benchmarkIndex: 979.5 } };
    expect(readReport(JSON.stringify(report), '')).toEqual({ score: 98, benchmarkIndex: 979.5 });
  });

  it('contains the reason for a missing score', () => {
    expect(readReport('', 'npm error\nnpm error no network\n')).toEqual({ reason: 'npm error no network' });
    expect(readReport('{"categories":{"performance":{"score":null}}}', '')).toEqual({
      reason: 'no output',
    });
  });

  it('is requested as often as configured, and not again after a failure', async () => {
    const answers = (list: readonly (number | undefined)[]) => {
      const left = [...list];
      return async () => {
        const score = left.shift();
        return score === undefined ? { reason: 'npm error' } : { score, benchmarkIndex: 1_000 };
      };
    };
    const asked = async (times: number, list: readonly (number | undefined)[]) => {
      const { scores, reason } = await askOften(times, answers(list));
      return [scores.map(({ score }) => score), reason];
    };
    expect(await asked(3, [98, 91, 99, 97])).toEqual([[98, 91, 99], undefined]);
    expect(await asked(3, [98])).toEqual([[98], 'npm error']);
    expect(await asked(2, [98, undefined, 97])).toEqual([[98, 97], undefined]);
  });
});

it('the static page is compressed and guarded like the app, and its styles are allowed', async () => {
  const { url, stop } = await serveStaticPage();
  onTestFinished(stop);
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(response.headers.get('content-security-policy')).toContain("style-src 'self' 'sha256-");
  expect(await response.text()).toMatch(/<div class="row">/);
});
