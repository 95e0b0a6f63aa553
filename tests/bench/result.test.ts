import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../bench/judge.ts';
import { spread } from '../../bench/method.ts';
import { historyEntry, readHistory } from '../../bench/record.ts';
import { latestResult, parseResult, printResult, resultSchema } from '../../bench/result.ts';
import { markdown } from '../../bench/text.ts';
import { root } from '../architecture/sources.ts';
import { compared, drawable, resultOf, weight } from './samples.ts';

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
    ['with a figure without a name', printResult(resultOf({ size: [weight('', 5)] })), 'figures.0.name'],
  ])('that is none is refused with a sentence: %s', (_, json, sentence) => {
    expect(() => parseResult(json, 'old.json')).toThrow(sentence);
  });

  it('is described by the schema beside it', () => {
    expect(JSON.parse(text('bench/schema.json'))).toEqual(JSON.parse(JSON.stringify(resultSchema())));
  });
});

describe('the latest result of the repository', () => {
  it('is valid, knows where it was taken, and names each figure once', () => {
    const { figures, commit, versions } = latestResult();
    expect(commit).toMatch(/^[0-9a-f]{12}$/);
    expect(versions.node).toMatch(/^v\d/);
    expect(new Set(figures.map(keyOf)).size).toBe(figures.length);
    expect(figures.length).toBeGreaterThan(5);
  });

  it('stands as Markdown beside it, and at the end of the history', () => {
    const latest = latestResult();
    expect(text('bench/results/latest.md')).toBe(`${markdown(latest)}\n`);
    expect(readHistory().at(-1)).toEqual(historyEntry(latest));
  });
});
