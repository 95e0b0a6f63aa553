import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { instrumentOf } from '../../../src/state/market.ts';
import { balanceHidden } from '../../../src/state/preferences.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { FINANCING_TIME, nightRates } from '../../helpers/nights.ts';
import * as script from '../scripted/script.ts';
import {
  answerPage,
  button,
  closed,
  openHistory,
  position,
  prepareOrderScene,
  sheet,
  showHeld,
  textOf,
} from './order-scene.tsx';

prepareOrderScene();
beforeAll(async () => {
  script.putBaseData({ financingTime: FINANCING_TIME });
  script.putMarket({ ...eurusd, ...nightRates(3, Date.now()) });
  await vi.waitFor(() => expect(instrumentOf(eurusd.id)?.longRate).toBe(25_000));
});
afterAll(() => script.putBaseData());
afterEach(() => script.putMarket({ ...eurusd, ...nightRates(3, Date.now()) }));

const card = () => document.querySelector('article dl')?.textContent;

it('a position has what its nights have cost so far, and what the next ones will, on its card and its sheet', async () => {
  await showHeld([position(1, { volume: 10_000, financing: 1_230_001 })]);
  // Three times 108,500 x 2.5 % / 360.
  await expect.poll(card).toBe('Overnight financing-1.230001Next 3 nights-22.604167');
  await userEvent.click(button('EUR/USD, details'));
  await textOf(sheet()).toContain('Overnight financing-1.230001Next 3 nights-22.604167');
});

it('they are hidden with the balance', async () => {
  balanceHidden.value = true;
  onTestFinished(() => {
    balanceHidden.value = false;
  });
  await showHeld([position(1, { volume: 10_000, financing: 1_230_001 })]);
  await expect.poll(card).toBe('Overnight financing••••••Next 3 nights••••••');
  await userEvent.click(button('EUR/USD, details'));
  await textOf(sheet()).toContain('Overnight financing••••••Next 3 nights••••••');
});

it('a position of the other side has what they bring', async () => {
  await showHeld([position(1, { volume: 10_000, side: 'sell', financing: -300_000 })]);
  await expect.poll(card).toBe('Overnight financing+0.300000Next 3 nights+6.781250');
});

it('a position that pays nothing has nothing of it', async () => {
  script.putMarket(eurusd);
  await vi.waitFor(() => expect(instrumentOf(eurusd.id)?.longRate).toBeUndefined());
  await showHeld([position(1)]);
  await expect.poll(card).toBe('');
  await userEvent.click(button('EUR/USD, details'));
  await textOf(sheet()).not.toMatch(/night/);
});

it('a closed order has what its nights have cost', async () => {
  await openHistory();
  await answerPage(1, [closed(1, { financing: 1_230_001 })]);
  await userEvent.click(button('EUR/USD, details'));
  await textOf(sheet()).toContain('Overnight financing-1.230001');
  await textOf(sheet()).not.toContain('Next');
});
