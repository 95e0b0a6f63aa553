import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROWS } from '../../bench/figure.ts';
import { keyOf } from '../../bench/judge.ts';
import { spread } from '../../bench/method.ts';
import { historyEntry, readHistory } from '../../bench/record.ts';
import { latestResult, merged, parseResult, printResult, resultSchema, runOf } from '../../bench/result.ts';
import { markdown } from '../../bench/text.ts';
import { root } from '../architecture/sources.ts';
import { compared, drawable, RUN, resultOf, weight } from './samples.ts';

const text = (path: string) => readFileSync(join(root, path), 'utf8');

describe('a result file', () => {
  it('is read as it was written, with all that a figure can have', () => {
    const result = resultOf({ engine: [drawable(), compared('cost', 1)], size: [weight('css', 5)] });
    expect(parseResult(printResult(result), 'it')).toEqual(result);
  });

  it('has null for what could not be measured, and that is read as unknown, not as nothing', () => {
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
  ])('that is none is refused with a sentence: %s', (_, json, sentence) => {
    expect(() => parseResult(json, 'old.json')).toThrow(sentence);
  });

  it('of the first version is read as the one run that it was', () => {
    const { figures } = resultOf({ size: [weight('css', 5)] });
    const { options, ...run } = RUN;
    const { suites, ...taken } = { ...run, suites: ['size'] };
    const old = { format: 'pipstream-bench', version: 1, ...taken, options: { suites, ...options }, figures };
    expect(parseResult(JSON.stringify(old), 'it')).toEqual(resultOf({ size: [weight('css', 5)] }));
  });

  it('is described by the schema beside it', () => {
    expect(JSON.parse(text('bench/schema.json'))).toEqual(JSON.parse(JSON.stringify(resultSchema())));
  });
});

describe('a run that is recorded', () => {
  const before = resultOf(
    { size: [weight('css', 5)], engine: [compared('old', 1), compared('cost', 1)] },
    { commit: 'before' },
  );
  const now = resultOf({ engine: [compared('cost', 2)], chart: [] }, { commit: 'now' });
  const both = merged(before, now, ['size', 'engine', 'chart']);

  it('takes the place of its own suites, wholly; the others stay, with the run they are of', () => {
    expect(both.figures.map(keyOf)).toEqual(['size: css', 'engine: cost']);
    expect(['size', 'engine', 'chart'].map((suite) => runOf(both, suite).commit)).toEqual([
      'before',
      'now',
      'now',
    ]);
    expect(() => runOf(both, 'list')).toThrow('no run has measured "list"');
    expect(historyEntry(both)).toEqual(historyEntry(now));
  });

  it('leaves nothing of a run all of whose suites were measured again, or are no more', () => {
    const again = resultOf({ engine: [compared('cost', 3)] }, { commit: 'again' });
    expect(merged(now, again, ['engine'])).toEqual(again);
  });
});

describe('the latest result of the repository', () => {
  it('is valid, knows where it was taken, and names each figure once', () => {
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

  it('stands as Markdown beside it, and at the end of the history', () => {
    const latest = latestResult();
    expect(text('bench/results/latest.md')).toBe(`${markdown(latest)}\n`);
    expect(readHistory().at(-1)).toEqual(historyEntry(latest));
  });
});
