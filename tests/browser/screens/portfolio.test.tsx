import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '../../../shared/result.ts';
import { PortfolioScreen } from '../../../src/screens/Portfolio/PortfolioScreen.tsx';
import { day, usd } from '../../src/portfolio/portfolio-day.ts';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';

const scene = askScene();

const account = (balance: number, floatingPnl = 0) =>
  script.putFrame({ account: { balance: usd(balance), floatingPnl: usd(floatingPnl) } });
const paidIn = (transfers: number) => () => ok({ list: [day(0, transfers, { transfers })] });
const gain = () =>
  page.getByRole('figure', { name: 'Equity over time' }).query()?.previousElementSibling?.textContent;

it('a deposit that is booked while the portfolio is open is no gain', async () => {
  account(1_000);
  scene.show('/portfolio', <PortfolioScreen />, { getPortfolio: paidIn(1_000) });
  await expect.poll(gain).toMatch(/^\+?0\.00/);
  account(1_000, 50);
  await expect.poll(gain).toMatch(/^\+50\.00/);
  scene.answer({ getPortfolio: paidIn(1_500) });
  account(1_500, 50);
  await expect.poll(gain).toMatch(/^\+50\.00/);
  await expect.poll(() => scene.asked('getPortfolio').length).toBe(2);
  await expect.poll(gain).toMatch(/^\+50\.00\+3\.33%/);
});

it('what nights cost is beside the fees, where it is not nothing', async () => {
  const facts = () =>
    page
      .getByRole('term')
      .elements()
      .map((one) => one.parentElement?.textContent ?? '');
  account(1_000);
  scene.show('/portfolio', <PortfolioScreen />, { getPortfolio: paidIn(1_000) });
  await expect.poll(() => facts().some((text) => text.startsWith('Fees'))).toBe(true);
  expect(facts().some((text) => text.startsWith('Overnight'))).toBe(false);
  scene.answer({ getPortfolio: () => ok({ list: [day(0, 1_000, { transfers: 1_012, financing: -12 })] }) });
  account(988);
  await expect.poll(facts).toContain('Overnight financing-12.00');
});
