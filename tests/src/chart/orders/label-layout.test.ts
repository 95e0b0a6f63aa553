import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Labelled, layoutBeside, layoutLabels } from '../../../../src/chart/orders/label-layout.ts';

const BAND = { top: 20, bottom: 260 };
const PITCH = 24;

const line = (y: number, kind = 'buy', of = String(y)): Labelled<string> => ({ of, y, kind });
const shown = (lines: readonly Labelled<string>[], band = BAND) =>
  layoutLabels(lines, band, PITCH).map(({ lines: of, y, place }) => [of.map((one) => one.of), y, place]);

describe('labels', () => {
  it.each([
    ['one line has its label at its row', [line(100)], [[['100'], 100, 'inside']]],
    [
      'lines of one kind within a label are one group, at their middle',
      [line(110), line(100), line(120)],
      [[['100', '110', '120'], 110, 'inside']],
    ],
    [
      'lines of one kind farther apart are not',
      [line(100), line(124)],
      [
        [['100'], 100, 'inside'],
        [['124'], 124, 'inside'],
      ],
    ],
    [
      'lines of two kinds are pushed apart both ways',
      [line(100), line(104, 'sell')],
      [
        [['100'], 90, 'inside'],
        [['104'], 114, 'inside'],
      ],
    ],
    [
      'a line at the edge pushes the others away from it',
      [line(22), line(30, 'sell')],
      [
        [['22'], 32, 'inside'],
        [['30'], 56, 'inside'],
      ],
    ],
    [
      'lines out of the band are at its edges, one group a kind',
      [line(-500), line(-90), line(9_000), line(-80, 'sell')],
      [
        [['-500', '-90'], 32, 'above'],
        [['-80'], 56, 'above'],
        [['9000'], 248, 'below'],
      ],
    ],
  ] as const)('%s', (_, lines, expected) => {
    expect(shown(lines)).toEqual(expected);
  });

  it('of lines in view above the band are in it, and their lines stay where they are', () => {
    const lines = [line(-500, 'sell'), line(5), line(100)];
    const groups = layoutLabels(lines, BAND, PITCH, { ...BAND, top: 4 });
    expect(groups.map(({ lines: of, y, place }) => [of.map((one) => one.y), y, place])).toEqual([
      [[-500], 32, 'above'],
      [[5], 56, 'inside'],
      [[100], 100, 'inside'],
    ]);
  });

  it('share a label across kinds only when there is no space, the nearest first', () => {
    const lines = [line(30, 'a'), line(60, 'b'), line(62, 'c'), line(90, 'd')];
    expect(shown(lines, { top: 20, bottom: 100 }).map(([of]) => of)).toEqual([['30'], ['60', '62'], ['90']]);
  });

  it('share it within a kind before that, and then keep their kind', () => {
    const lines = [line(30, 'a'), line(58, 'a'), line(60, 'b'), line(90, 'd')];
    const groups = layoutLabels(lines, { top: 20, bottom: 100 }, PITCH);
    expect(groups.map(({ lines: of, kind }) => [of.map((one) => one.of), kind])).toEqual([
      [['30', '58'], 'a'],
      [['60'], 'b'],
      [['90'], 'd'],
    ]);
  });

  it.each([
    ['of two edges and the middle are inside', [line(-50, 'a'), line(30, 'b'), line(90, 'c')], 'inside'],
    ['of one edge stay there', [line(-50, 'a'), line(-40, 'b')], 'above'],
  ] as const)('that share one %s, and of no kind', (_, lines, place) => {
    const [group, ...others] = layoutLabels(lines, { top: 20, bottom: 44 }, PITCH);
    expect([group?.place, group?.kind, group?.y, others]).toEqual([place, undefined, 32, []]);
  });

  it('have no place in a band lower than one of them', () => {
    expect(shown([line(30)], { top: 20, bottom: 40 })).toEqual([]);
  });
});

const someLines = fc.array(
  fc.record({
    y: fc.oneof(fc.double({ min: -1_000, max: 1_500, noNaN: true }), fc.integer({ min: 90, max: 110 })),
    kind: fc.constantFrom('buy', 'sell', 'stop', 'target'),
    of: fc.integer({ min: 1, max: 500 }),
  }),
  { maxLength: 60, size: 'max' },
);
const someBand = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 24, max: 500 }))
  .map(([top, high]) => ({ top, bottom: top + high }));

/** Distances smaller than a millionth are rounding. */
const LEAST = PITCH - 1e-6;

describe('any labels', () => {
  it('do not overlap, stay inside, keep the order of prices and account for every lot', () => {
    fc.assert(
      fc.property(someLines, someBand, (lines, band) => {
        const groups = layoutLabels(lines, band, PITCH);
        for (const [i, { y, wanted }] of groups.entries()) {
          expect(y - PITCH / 2).toBeGreaterThanOrEqual(band.top - 1e-6);
          expect(y + PITCH / 2).toBeLessThanOrEqual(band.bottom + 1e-6);
          const next = groups[i + 1];
          if (next) expect(next.y - y).toBeGreaterThanOrEqual(LEAST);
          if (next) expect(next.wanted).toBeGreaterThanOrEqual(wanted);
        }
        const lots = (of: readonly { readonly of: number }[]) => of.reduce((sum, one) => sum + one.of, 0);
        expect(lots(groups.flatMap((group) => group.lines))).toBe(lots(lines));
        expect(groups.flatMap((group) => group.lines)).toHaveLength(lines.length);
      }),
    );
  });

  it('of the price axis leave the fixed one its place, and do not overlap', () => {
    fc.assert(
      fc.property(someLines, fc.integer({ min: 0, max: 500 }), (lines, fixed) => {
        const band = { top: 0, bottom: 500 };
        const groups = layoutLabels(lines, band, PITCH);
        const beside = layoutBeside(groups, band, PITCH, fixed);
        const rows = beside.map(({ y }) => y);
        for (const { wanted, y, lines: of } of beside) {
          expect(of.length).toBeGreaterThan(0);
          expect(y < fixed).toBe(wanted <= fixed);
        }
        // A side that has no space for one has none.
        if (fixed >= 2 * PITCH && fixed <= band.bottom - 2 * PITCH)
          expect(beside.flatMap((group) => group.lines)).toHaveLength(lines.length);
        const all = [...rows, fixed].toSorted((a, b) => a - b);
        for (const [i, y] of all.entries()) {
          const next = all[i + 1];
          if (next !== undefined) expect(next - y).toBeGreaterThanOrEqual(LEAST);
        }
      }),
    );
  });
});
