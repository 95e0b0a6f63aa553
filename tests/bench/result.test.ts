import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROWS } from '../../bench/figures/figure.ts';
import { keyOf } from '../../bench/figures/judge.ts';
import { spread } from '../../bench/figures/method.ts';
import { markdown } from '../../bench/report/figure-text.ts';
import { HEADLINES, withFigures } from '../../bench/report/record-result.ts';
import { latestResult, merged, parseResult, printResult } from '../../bench/report/run-result.ts';
import { root } from '../architecture/sources.ts';
import { compared, RUN, resultOf, weight } from './samples.ts';

const text = (path: string) => readFileSync(join(root, path), 'utf8');

describe('a result file', () => {
  it('is read as it was written, with all fields of a figure', () => {
    const all = { ...compared('frames', 1), row: 'P3', atLeast: true, details: { px: 9, by: 'x' } } as const;
    const result = resultOf({ engine: [all, compared('cost', 1)], size: [weight('css', 5)] });
    expect(parseResult(printResult(result), 'it')).toEqual(result);
  });

  it('has null for unmeasured values, which are read as unknown, not as zero', () => {
    const printed = printResult(resultOf({ size: [{ ...weight('css', 5), product: spread([Number.NaN]) }] }));
    expect(printed).toContain('"median": null');
    expect(parseResult(printed, 'it').figures[0]?.product.median).toBeNaN();
  });

  it.each([
    ['no JSON', '{', 'old.json is no JSON'],
    ['without its head', '{"figures":[]}', 'old.json is no result of a bench run'],
    [
      'with figures of no run',
      printResult({ ...resultOf({ size: [weight('css', 5)] }), runs: resultOf({ engine: [] }).runs }),
      'a suite that has figures is of no run',
    ],
    ['with a figure without a name', printResult(resultOf({ size: [weight('', 5)] })), 'figures.0.name'],
  ])('that is invalid is refused with a sentence: %s', (_, json, sentence) => {
    expect(() => parseResult(json, 'old.json')).toThrow(sentence);
  });
});

describe('a recorded run', () => {
  const before = resultOf(
    { size: [weight('css', 5)], engine: [compared('old', 1), compared('cost', 1)] },
    { commit: 'before' },
  );
  const now = resultOf({ engine: [compared('cost', 2)], chart: [] }, { commit: 'now' });
  const both = merged(before, now, ['size', 'engine', 'chart']);

  it('replaces its own suites completely; the others stay, with their run', () => {
    expect(both.figures.map(keyOf)).toEqual(['size: css', 'engine: cost']);
    expect(both.runs.map(({ suites, commit }) => [suites.join(), commit])).toEqual([
      ['size', 'before'],
      ['engine,chart', 'now'],
    ]);
  });

  it('removes a run whose suites were all measured again or no longer exist', () => {
    const again = resultOf({ engine: [compared('cost', 3)] }, { commit: 'again' });
    expect(merged(now, again, ['engine'])).toEqual(again);
  });
});

describe('the latest result of the repository', () => {
  it('is valid, has its origin, and names each figure once', () => {
    const { figures, runs } = latestResult();
    for (const { commit, versions } of runs) {
      expect(commit).toMatch(/^[0-9a-f]{12}$/);
      expect(versions['node']).toMatch(/^v\d/);
    }
    expect(new Set(figures.map(keyOf)).size).toBe(figures.length);
    expect(figures.length).toBeGreaterThan(5);
  });

  it('has a figure of each of the goals', () => {
    const { figures } = latestResult();
    expect(new Set(figures.flatMap(({ row }) => row ?? []))).toEqual(new Set(ROWS));
  });

  it('is written as Markdown beside it', () => {
    expect(text('bench/results/latest.md')).toBe(`${markdown(latestResult())}\n`);
  });
});

describe('the figures in the README', () => {
  it('are the headlines of the newest result in the repository', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(withFigures(readme, latestResult())).toBe(readme);
    const names = latestResult().figures.map(({ name }) => name);
    expect(HEADLINES.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('are written between the markers, in the order of the headlines, without others', () => {
    const result = resultOf({
      list: [
        compared('list main-thread time, 500 instruments, 10000 ticks/s, 1x CPU', 1),
        compared('other', 1),
      ],
      size: [weight('firstRouteJs, brotli', 1_000)],
    });
    const written = withFigures('before\n<!-- figures -->\nold\n<!-- /figures -->\nafter', result);
    const rows = written.match(/^\|.*\|$/gm) ?? [];
    expect(rows.slice(2).map((row) => row.split(' | ')[2])).toEqual([
      'firstRouteJs, brotli',
      'list main-thread time, 500 instruments, 10000 ticks/s, 1x CPU',
    ]);
    expect(written).toMatch(/^before\n<!-- figures -->\nMeasured 2026-01-02 [^\n]*\n\n\| Goal/);
    expect(written).not.toContain('old');
    expect(written.endsWith('<!-- /figures -->\nafter')).toBe(true);
  });

  it('have one line that says where they are from, without runs of other suites', () => {
    const size = resultOf(
      { size: [weight('firstRouteJs, brotli', 1_000)] },
      { date: '2026-01-01T03:04:05.678Z', commit: 'first', dirty: true },
    );
    const list = resultOf(
      { list: [compared('list main-thread time, 500 instruments, 10000 ticks/s, 1x CPU', 1)] },
      { date: '2026-01-03T03:04:05.678Z', commit: 'last', dirty: false },
    );
    const other = resultOf(
      { scale: [compared('other', 1)] },
      { date: '2026-01-04T03:04:05.678Z', commit: 'unseen' },
    );
    const all = merged(merged(size, list, ['size', 'list']), other, ['size', 'list', 'scale']);
    const lines = withFigures('<!-- figures --><!-- /figures -->', all).split('\n');
    expect(lines.filter((line) => line.startsWith('Measured'))).toEqual([
      `Measured from 2026-01-01 (commit first with changes) to 2026-01-03 (commit last) on 2 cores (a processor), Node v24.0.0, by \`npm run bench\``,
    ]);
    expect(lines).toHaveLength(8);
  });

  it('require the markers', () => {
    expect(() => withFigures('nothing', resultOf({}))).toThrow('no place');
  });
});

describe('the page of a result', () => {
  it('shows a ratio as a ratio, a miss as a miss, and marks noise', () => {
    const result = resultOf({
      engine: [
        { ...compared('busy', 0.9), row: 'P5' },
        compared('near', 1.29, 0.03),
        compared('wild', 1, 0.6),
      ],
      size: [weight('css', 5_000)],
    });
    const written = markdown(result);
    expect(written).toMatch(
      /^- engine, size: Measured 2026-01-02 on 2 cores \(a processor, load 0.1 to 1.2\), Node v24.0.0, commit 0123456789ab, by `npm run bench -- engine size --reps 7`\n/,
    );
    expect(written).toContain('|  | size | css | 5000 B |  |  | <= 1000 B | **missed** |');
    expect(written).toMatch(
      /\| P5 \| engine \| busy \| 9\.\d+ µs \| 10\.?\d* µs, JSON\.parse \| 0\.\d\d x \[.*\], 95 %: .* \| <= 1\.30 x \| met \|/,
    );
    expect(written).toMatch(/\| near \| .* \| met, close \|/);
    expect(written).toMatch(/\| wild \| .* \| met, noisy \|/);
    expect(written).toMatch(/^- wild: interval \d+ % wide$/m);
  });

  it('shows how each suite was last measured, with its options', () => {
    const { options } = RUN;
    const written = markdown({
      ...resultOf({ list: [compared('busy', 1)] }),
      runs: [
        ...resultOf({ size: [] }).runs,
        ...resultOf(
          { list: [] },
          {
            options: { ...options, repetitions: 5, minutes: 5, peers: false, connect: true },
          },
        ).runs,
      ],
    });
    expect(written).toMatch(/^- size: Measured .*`npm run bench -- size --reps 7`$/m);
    expect(written).toMatch(/^- list: .*`npm run bench -- list --no-peers --connect URL --minutes 5`$/m);
  });
});
