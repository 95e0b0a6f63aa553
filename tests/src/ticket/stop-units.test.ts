import { describe, expect, it } from 'vitest';
import { price } from '../../../shared/domain/price.ts';
import { UNIT_RATE } from '../../../shared/domain/rate.ts';
import { stopStep, stopsOf } from '../../../src/screens/shared/stop-units.ts';
import { openDraft, type TicketDraft } from '../../../src/screens/shared/ticket-draft.ts';
import { eurusd } from '../../helpers/instruments.ts';

const NOW = price(108_500);
const facts = { quote: { close: NOW, ask: NOW }, rate: UNIT_RATE };
/** 1 lot at 100: a point is worth 1, the margin is 1,085. */
const draft = (patch: Partial<TicketDraft> = {}): TicketDraft => ({
  ...openDraft(eurusd, undefined),
  stopUnit: 'price',
  lots: '1.00',
  multiple: 100,
  ...patch,
});

describe('a typed distance', () => {
  it.each([
    ['points', '180', '430', 108_320, 108_930],
    ['money', '180', '430', 108_320, 108_930],
    // 10 % of 1,085 are 108.50: at most that is lost, at least that is gained.
    ['percent', '10', '10', 108_392, 108_609],
  ] as const)('in %s becomes the prices of the side', (stopUnit, stopLoss, takeProfit, lower, upper) => {
    const form = draft({ stopUnit, stopLoss, takeProfit });
    expect(stopsOf(form, eurusd, facts).pricesFor('buy')).toEqual({
      ok: true,
      value: { stopLoss: lower, takeProfit: upper },
    });
    expect(stopsOf(form, eurusd, facts).pricesFor('sell')).toEqual({
      ok: true,
      value: { stopLoss: 2 * NOW - lower, takeProfit: 2 * NOW - upper },
    });
  });
  it.each([
    ['points', '1.5', 'too-precise'],
    ['points', '-3', 'malformed'],
    ['points', '108500', 'too-far'],
    ['money', '0.99', 'too-near'],
    ['money', '999999999999', 'too-far'],
    ['percent', '1.234', 'too-precise'],
  ] as const)('in %s of %s is refused as %s', (stopUnit, stopLoss, reason) => {
    expect(stopsOf(draft({ stopUnit, stopLoss }), eurusd, facts).pricesFor('buy')).toEqual({
      ok: false,
      error: [{ field: 'stopLoss', reason }],
    });
  });
  it('in money is refused while the size or the rate is unknown, in points it is not', () => {
    for (const [form, known] of [
      [draft({ stopUnit: 'money', stopLoss: '10', lots: '' }), facts],
      [draft({ stopUnit: 'money', stopLoss: '10' }), { ...facts, rate: undefined }],
    ] as const)
      expect(stopsOf(form, eurusd, known).pricesFor('buy')).toMatchObject({ error: [{ reason: 'unknown' }] });
    expect(
      stopsOf(draft({ stopUnit: 'points', stopLoss: '10', lots: '' }), eurusd, facts).pricesFor('buy'),
    ).toEqual({
      ok: true,
      value: { stopLoss: 108_490 },
    });
  });
  it('is measured from the price of a pending order', () => {
    const form = draft({ kind: { type: 'pending', target: '1.07' }, stopUnit: 'points', stopLoss: '100' });
    expect(stopsOf(form, eurusd, facts).pricesFor('buy')).toEqual({ ok: true, value: { stopLoss: 106_900 } });
  });
});

describe('the meaning of a stop', () => {
  it.each([
    ['stopLoss', '1.08000', 'buy', -500_000_000],
    ['stopLoss', '1.09000', 'sell', -500_000_000],
    ['takeProfit', '1.09000', 'buy', 500_000_000],
    ['takeProfit', '1.08000', 'sell', 500_000_000],
  ] as const)('%s at %s is that of the side for which it is valid', (name, text, side, money) => {
    expect(stopsOf(draft({ [name]: text }), eurusd, facts)[name].meaning).toEqual({
      side,
      points: 500,
      money,
      percent: 4_608,
    });
  });
  it.each(['', '0', 'x', '1.085'])('at %j is unknown', (stopLoss) => {
    expect(stopsOf(draft({ stopLoss }), eurusd, facts).stopLoss.meaning).toBeUndefined();
  });
  it('has the reward of a risk for stops on the same side only', () => {
    const reward = (stopLoss: string, takeProfit: string) => {
      const form = draft({ stopLoss, takeProfit });
      return stopsOf(form, eurusd, facts).reward;
    };
    expect(reward('1.08', '1.097')).toBe(24);
    expect(reward('1.09', '1.097')).toBeUndefined();
    expect(reward('1.08', '')).toBeUndefined();
  });
});

describe('another unit', () => {
  it('shows the same stops, and the way back leads to the same prices, also of a sell', () => {
    const typed = draft({ stopLoss: '1.08680', takeProfit: '1.08070' });
    let form: TicketDraft = typed;
    for (const [unit, stopLoss, takeProfit] of [
      ['points', '180', '430'],
      ['money', '180.00', '430.00'],
      ['points', '180', '430'],
      ['price', '1.08680', '1.08070'],
    ] as const) {
      form = { ...form, ...stopsOf(form, eurusd, facts).inUnit(unit) };
      expect([form.stopLoss, form.takeProfit]).toEqual([stopLoss, takeProfit]);
    }
    expect(form).toEqual({ ...typed, stopSide: 'sell' });
  });
  it.each([
    // 200 points are 18.433 % of the margin, and 18.43 % are 199 points at most.
    [100, 'points', '200', '400'],
    // Here a hundredth of a percent is some ten points.
    [1, 'points', '217', '433'],
    [100, 'percent', '10', '20'],
    [100, 'money', '99.5', '199.5'],
  ] as const)('leads back to what was typed: at %i x in %s', (multiple, unit, stopLoss, takeProfit) => {
    const typed = draft({ multiple, stopUnit: unit, stopLoss, takeProfit });
    const meant = stopsOf(typed, eurusd, facts).pricesFor('buy');
    let form: TicketDraft = typed;
    for (const next of ['percent', 'money', 'price', 'points', 'percent', unit] as const) {
      if (next === form.stopUnit) continue;
      form = { ...form, ...stopsOf(form, eurusd, facts).inUnit(next) };
      if (next !== 'price') expect(stopsOf(form, eurusd, facts).pricesFor('buy')).toEqual(meant);
    }
    expect(form).toEqual(typed);
  });
  it('forgets what was typed once the shown text is another, or means something else', () => {
    const typed = draft({ stopUnit: 'points', stopLoss: '200', takeProfit: '400' });
    const percent = { ...typed, ...stopsOf(typed, eurusd, facts).inUnit('percent') };
    const edited = { ...percent, stopLoss: '10.00' };
    expect(stopsOf(edited, eurusd, facts).inUnit('points')).toMatchObject({
      stopLoss: '108',
      takeProfit: '400',
    });
    const money = { ...typed, ...stopsOf(typed, eurusd, facts).inUnit('money'), lots: '2.00' };
    expect(stopsOf(money, eurusd, facts).inUnit('points')).toMatchObject({
      stopLoss: '100',
      takeProfit: '200',
    });
    const emptied = { ...percent, stopLoss: '' };
    expect(stopsOf(emptied, eurusd, facts).pricesFor('buy')).toEqual({
      ok: true,
      value: { takeProfit: 108_900 },
    });
  });
  it('clears what has no value there', () => {
    const form = draft({ stopLoss: 'x', takeProfit: '1.09', lots: '' });
    expect(stopsOf(form, eurusd, facts).inUnit('money')).toMatchObject({ stopLoss: '', takeProfit: '' });
  });
});

describe('the first step of an empty stop', () => {
  it.each([
    ['price', '1.08300', '1.08900'],
    ['points', '200', '400'],
    ['money', '200.00', '400.00'],
    ['percent', '10.00', '20.00'],
  ] as const)('in %s is a useful distance from the price', (stopUnit, stopLoss, takeProfit) => {
    expect(stopsOf(draft({ stopUnit }), eurusd, facts).stopLoss.first()).toBe(stopLoss);
    expect(stopsOf(draft({ stopUnit }), eurusd, facts).takeProfit.first()).toBe(takeProfit);
  });
  it('is on the side of the other stop', () => {
    expect(stopsOf(draft({ stopLoss: '1.09' }), eurusd, facts).takeProfit.first()).toBe('1.08100');
  });
  it.each([3, 9, 10, 499, 1_234, 99_999_999_999])(
    'is accepted by the exchange at a price of %i points',
    (now) => {
      for (const stopUnit of ['price', 'points', 'money'] as const) {
        const known = { ...facts, quote: { close: price(now), ask: price(now) } };
        const form = draft({ stopUnit });
        const stopLoss = stopsOf(form, eurusd, known).stopLoss.first() ?? '';
        const takeProfit = stopsOf(form, eurusd, known).takeProfit.first() ?? '';
        expect(stopLoss).not.toBe('');
        const read = stopsOf({ ...form, stopLoss, takeProfit }, eurusd, known).pricesFor('buy');
        expect(read.ok && Object.keys(read.value)).toEqual(['stopLoss', 'takeProfit']);
      }
    },
  );
  it('has no text while the price is unknown', () => {
    expect(
      stopsOf(draft(), eurusd, { ...facts, quote: { close: undefined, ask: undefined } }).stopLoss.first(),
    ).toBeUndefined();
  });
});

it.each([
  ['points', 0, 1],
  ['points', 200, 10],
  ['money', 20_000, 1_000],
  ['price', 108_300, 10],
] as const)('a step of %s at %i is %i', (unit, scaled, step) => {
  expect(stopStep(unit, scaled)).toBe(step);
});

describe('stops across a spread', () => {
  // A buy opens at 1.08512 and closes at 1.08500, a sell the other way round: 12 are lost from the start.
  const spread = { quote: { close: NOW, ask: price(108_512) }, rate: UNIT_RATE };
  const stops = (patch: Partial<TicketDraft>) => stopsOf(draft(patch), eurusd, spread);
  it.each([
    ['points', '100', '200', [108_400, 108_700], [108_612, 108_312]],
    // What is typed is what is lost and gained, the spread included.
    ['money', '100', '200', [108_412, 108_712], [108_600, 108_300]],
    ['percent', '10', '10', [108_404, 108_621], [108_608, 108_391]],
  ] as const)(
    'in %s count from the price at which the side closes',
    (stopUnit, stopLoss, takeProfit, buy, sell) => {
      const read = stops({ stopUnit, stopLoss, takeProfit });
      expect(read.pricesFor('buy')).toEqual({ ok: true, value: { stopLoss: buy[0], takeProfit: buy[1] } });
      expect(read.pricesFor('sell')).toEqual({ ok: true, value: { stopLoss: sell[0], takeProfit: sell[1] } });
    },
  );
  it.each([
    ['1.08400', 'buy', 100, -112_000_000],
    ['1.08612', 'sell', 100, -112_000_000],
    // Between the prices neither side could have it.
    ['1.08506', undefined, undefined, undefined],
  ] as const)('a stop loss at %s is one of a %s', (stopLoss, side, points, money) => {
    const { meaning } = stops({ stopLoss }).stopLoss;
    expect([meaning?.side, meaning?.points, meaning?.money]).toEqual([side, points, money]);
  });
  it.each([
    ['1.08700', 'buy', 200, 188_000_000],
    ['1.08312', 'sell', 200, 188_000_000],
    ['1.08506', 'buy', 6, -6_000_000],
  ] as const)('a take profit at %s is one of a %s, less the spread', (takeProfit, side, points, money) => {
    const { meaning } = stops({ takeProfit }).takeProfit;
    expect([meaning?.side, meaning?.points, meaning?.money]).toEqual([side, points, money]);
  });
  it('are refused on the wrong side of that price', () => {
    for (const [side, text] of [
      ['buy', '1.08500'],
      ['sell', '1.08512'],
    ] as const) {
      expect(stops({ stopLoss: text }).pricesFor(side)).toMatchObject({ error: [{ reason: 'wrong-side' }] });
    }
    expect(stops({ stopLoss: '1.08499' }).pricesFor('buy').ok).toBe(true);
    expect(stops({ stopLoss: '1.08513' }).pricesFor('sell').ok).toBe(true);
  });
  it('in money are refused within the spread', () => {
    expect(stops({ stopUnit: 'money', stopLoss: '12' }).pricesFor('buy')).toMatchObject({
      error: [{ reason: 'too-near' }],
    });
  });
  it('lead to the same text and back in another unit', () => {
    const form = draft({ stopUnit: 'money', stopLoss: '100', takeProfit: '200' });
    const points = stopsOf(form, eurusd, spread).inUnit('points');
    expect([points.stopLoss, points.takeProfit]).toEqual(['88', '212']);
    const back = stopsOf({ ...form, ...points }, eurusd, spread).inUnit('money');
    expect([back.stopLoss, back.takeProfit]).toEqual(['100', '200']);
  });
  it('weigh the reward and the risk as they are paid', () => {
    // 200 less 12 against 100 and 12.
    expect(stops({ stopUnit: 'points', stopLoss: '100', takeProfit: '200' }).reward).toBe(17);
  });
  it('of a pending order count from its target, at which it opens', () => {
    const kind = { type: 'pending', target: '1.07000' } as const;
    const read = stops({ kind, stopUnit: 'money', stopLoss: '100', takeProfit: '200' });
    expect(read.pricesFor('buy')).toEqual({ ok: true, value: { stopLoss: 106_900, takeProfit: 107_200 } });
  });
});
