import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { nextNight, parseNightTime } from '../../../shared/domain/financing.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { ok } from '../../../shared/result.ts';
import { formatWeekTime } from '../../../src/format/time-left.ts';
import { InstrumentSheet } from '../../../src/screens/Trade/sheet/InstrumentSheet.tsx';
import { baseData } from '../../../src/state/market.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { FINANCING_TIME, nightRates } from '../../helpers/nights.ts';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';

const scene = askScene();
beforeEach(() => script.putFrame({ quotes: [{ close: 108_500, ask: 108_512 }] }));
afterEach(() => script.putBaseData());

const show = (instrument: Instrument = eurusd): void =>
  scene.show(
    '/trade',
    <InstrumentSheet open instrument={instrument} onAlert={() => {}} onClose={() => {}} />,
    { getHours: () => ok({ from: 0, to: 0 }) },
  );
const fact = (label: string): string | undefined =>
  [...document.querySelectorAll('dt')].find((one) => one.textContent === label)?.nextElementSibling
    ?.textContent;

it('shows the spread of two prices, and says "No spread" with one', async () => {
  show();
  await expect.poll(() => fact('Spread')).toBe('12 points');
  expect(page.getByText('No spread.').query()).toBeNull();
  script.putFrame({ quotes: [{ close: 108_500 }] });
  await expect.element(page.getByText('No spread.')).toBeVisible();
  expect(fact('Spread')).toBeUndefined();
});

it('has what a lot pays for a night on each side, and when nights are', async () => {
  script.putBaseData({ financingTime: FINANCING_TIME });
  await vi.waitFor(() => expect(baseData.value?.financingTime).toBe(FINANCING_TIME));
  const rates = nightRates(1, Date.now());
  show({ ...eurusd, ...rates });
  // 108,500 x 2.5 % and 0.75 % / 360.
  await expect.poll(() => fact('Overnight, one lot bought')).toBe('-7.534722 USD · -2.50% a year');
  expect(fact('Overnight, one lot sold')).toBe('+2.260417 USD · +0.75% a year');
  const time = parseNightTime(FINANCING_TIME);
  if (time === undefined) throw new Error();
  let night = nextNight(rates, Date.now(), time);
  expect(fact('Next night')).toBe(formatWeekTime(night.at));
  while (night.nights === 1) night = nextNight(rates, night.at, time);
  expect(fact('Night that counts three times')).toBe(formatWeekTime(night.at));
});

it('has none of it where nights cost nothing', async () => {
  script.putBaseData({ financingTime: FINANCING_TIME });
  show();
  await expect.poll(() => fact('Spread')).toBe('12 points');
  expect(fact('Next night')).toBeUndefined();
});
