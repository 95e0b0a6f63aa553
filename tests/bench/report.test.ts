import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sideBySide } from '../../bench/against/verdicts.ts';
import { type Figure, versus } from '../../bench/figures/figure.ts';
import { judged } from '../../bench/figures/judge.ts';
import { differences } from '../../bench/report/compare.ts';
import { historyEntry } from '../../bench/report/history-entry.ts';
import { plotsOf } from '../../bench/report/plots.ts';
import { againstPage, reportPage } from '../../bench/report/report-page.ts';
import { buildAssets } from '../../bench/report/write.ts';
import { compared, drawable, RUN, resultOf, weight } from './samples.ts';

const ASSETS = { script: 'draw()', style: 'p{}' };
const ONE_SAMPLE = {
  nodes: [{ id: 1, callFrame: { functionName: 'main', url: '', lineNumber: 0, columnNumber: 0 } }],
  startTime: 0,
  endTime: 1e6,
  samples: [1, 1],
  timeDeltas: [0, 1e6],
};
const page = (result: Parameters<typeof reportPage>[0]) => reportPage(result, [], ASSETS);

describe('the graphics of a figure', () => {
  it('are its histogram, its growth with the fitted line, and its history from two runs on', () => {
    const figure = judged('engine', drawable());
    const past = [1, 2].map((seed) => historyEntry(resultOf({ engine: [{ ...drawable(), goal: seed }] })));
    const [bars, growth, history] = plotsOf(figure, past);
    expect(bars).toMatchObject({ kind: 'bars', along: 'ms' });
    expect(growth?.title).toMatch(/^µs by instruments: 0\.0020 µs for each more, as n\^0\.\d\d$/);
    expect(growth?.series.find(({ role }) => role === 'fit')?.values[0]).toBeCloseTo(3.2);
    expect(history?.labels).toEqual(['0123456 A', '0123456 A']);
    expect(plotsOf(figure, past.slice(1))).toHaveLength(2);
  });

  it('show growth in the curve’s own unit, and no power for a start at zero', () => {
    const { growth } = drawable();
    const titleOf = (of: Figure['growth']) =>
      plotsOf(judged('soak', { ...weight('heap', 5), ...(of && { growth: of }) }), [])[0]?.title;
    expect(titleOf({ ...growth, unit: 'kB' })).toMatch(
      /^kB by instruments: 0\.0020 kB for each more, as n\^/,
    );
    const minutes = { unit: 'kB', of: 'minutes', xs: [0, 1, 2], product: [10, 12, 14] };
    expect(titleOf(minutes)).toBe('kB by minutes: 2 kB for each more');
  });

  it('are absent for a plain figure without a history', () => {
    expect(plotsOf(judged('size', weight('css', 5)), [])).toEqual([]);
  });
});

describe('the history of a figure', () => {
  const figure = { ...compared('cost', 1) };
  const runs = [
    historyEntry(resultOf({ engine: [figure] }, { machine: { ...RUN.machine, cpu: 'another' } })),
    historyEntry(resultOf({ engine: [figure] }, { dirty: true })),
  ];
  const plot = plotsOf(judged('engine', figure), runs).at(-1);

  it('marks machines and runs with changes', () => {
    expect(plot?.labels).toEqual(['0123456 A', '0123456 B*']);
    expect(plot?.title).toBe('Over commits, x; A: another, B: a processor; * with changes');
  });

  it('has the interval of each run, and an axis that fits', () => {
    const [low, high] = judged('engine', figure).interval.map((end) => Number(end.toPrecision(4)));
    expect(plot?.series.filter(({ role }) => role === 'range').map(({ values }) => values)).toEqual([
      [low, low],
      [high, high],
    ]);
    expect(plot?.fits).toBe(true);
  });
});

describe('the report', () => {
  it('begins with what was missed, then what changed, then why', () => {
    const result = resultOf({ engine: [compared('good', 1), compared('bad', 2)] });
    const before = resultOf({ engine: [compared('good', 1), compared('bad', 1)] });
    const besides = { found: differences(before, result), why: [{ name: 'list-worker', after: ONE_SAMPLE }] };
    const html = reportPage(result, [], ASSETS, besides);
    const order = [
      '<h3>bad</h3>',
      'Before and after',
      '<td>engine: bad</td><td>1',
      'list-worker',
      '<h3>good</h3>',
    ];
    const places = order.map((text) => html.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(html).toContain('class="flame"');
  });

  it('shows a miss beyond its goal with few repetitions before one that may be luck', () => {
    const few = (name: string, ratios: readonly number[], doubts: readonly string[] = []): Figure => ({
      ...compared(name, 1),
      ...versus(
        'peer',
        ratios.map((ratio) => ratio * 10),
        ratios.map(() => 10),
      ),
      doubts,
    });
    const html = page(resultOf({ engine: [few('luck', [1.2, 1.31, 1.5]), few('sure', [2, 2.1], ['old'])] }));
    expect(html.indexOf('<h3>luck</h3>')).toBeGreaterThan(html.indexOf('<h3>sure</h3>'));
  });

  it('of two versions shows their figures side by side', () => {
    const figures = sideBySide([
      { before: [judged('engine', compared('cost', 1))], after: [judged('engine', compared('cost', 1))] },
    ]);
    const html = againstPage({ version: 'main', rounds: 6, figures, why: [] }, ASSETS);
    expect(html).toContain('This version beside main, 6 rounds by turns');
    expect(html).toContain('<td class="met">same</td><td>+0.0 % [+0.0 % to +0.0 %]</td>');
    expect(html).toContain('<td>engine: cost</td>');
  });

  it('loads nothing, and allows no script or style except its own', () => {
    const html = page(resultOf({ engine: [drawable()] }));
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(html).toContain(
      `content="default-src 'none'; style-src ${hash(ASSETS.style)}; script-src ${hash(ASSETS.script)}"`,
    );
    expect(html).not.toMatch(/\b(src|style|on\w+)="|href="[^#]/);
  });

  it('shows names unchanged, with any characters', () => {
    const [figure, sign] = [drawable(), '</script><b>"x"'];
    const html = page(
      resultOf({ engine: [{ ...figure, name: sign, growth: { ...figure.growth, of: sign } }] }),
    );
    expect(html).toContain('<h3>&lt;/script&gt;&lt;b&gt;&quot;x&quot;</h3>');
    expect(html.split('</script>')).toHaveLength(3);
  });

  it('shows verdict, goal and noise of each figure, and draws a bar that ends within its track', () => {
    const html = page(
      resultOf({
        engine: [compared('far', 90), compared('wild', 1, 0.6)],
        size: [weight('css', Number.NaN)],
      }),
    );
    expect(html).toContain('<span class="verdict missed">missed</span>');
    expect(html).toContain('<span class="verdict met">met, noisy</span>');
    expect(html).toMatch(/Noisy: interval \d+ % wide/);
    expect(html).toContain('goal &lt;= 1.30 x');
    const widths = [...html.matchAll(/ width="([^"]*)%"/g)].map((match) => Number(match[1]));
    expect(widths.every((width) => width >= 0 && width <= 100)).toBe(true);
  });

  it('contains uPlot, and nothing that would end its element', async () => {
    const { script, style } = await buildAssets();
    expect(script).toContain('uplot');
    expect(script).not.toMatch(/^import |<\//m);
    expect(style).toContain('.u-legend');
  });
});
