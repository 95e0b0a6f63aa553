import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { drag, noteTexts, placeOf } from './chart-lines.ts';
import { submitAs } from './deals.ts';
import { demoPhone } from './member.ts';
import { buyHere, instrumentNamed, seeChanges } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

it('a stop that is dragged on the chart and confirmed is kept by the exchange, and shown with the order', async () => {
  const { page } = await demoPhone(scene);
  await noteTexts(page);
  await page.goto('/trade');
  const size = await page.getByRole('textbox', { name: 'Lots', exact: true }).inputValue();
  await buyHere(page, 'EUR/USD');
  const entry = await placeOf(page, size);
  // As it closes it still covers the chart.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await drag(page, entry, 90);
  const set = page.getByRole('button', { name: /^Set at/ });
  await set.waitFor();
  // No sheet darkens the chart.
  expect(await page.getByRole('dialog').count()).toBe(0);
  const [price = ''] = /\d+\.\d{5}/.exec((await set.textContent()) ?? '') ?? [];
  await set.tap();
  await page.getByText('EUR/USD: changes saved').waitFor();
  await page.reload();
  await placeOf(page, 'SL');
  await page.getByRole('link', { name: 'Orders' }).tap();
  await page.getByRole('button', { name: 'EUR/USD, details' }).tap();
  await page.getByRole('dialog').getByText(price).first().waitFor();
});

it('labels of orders keep below the legends, whatever the size of text', async () => {
  const { page, context, member } = await demoPhone(scene);
  await page.setViewportSize({ width: 320, height: 568 });
  await context.addInitScript(() =>
    localStorage.setItem('pipstream.chart', JSON.stringify({ indicators: ['sma:20'] })),
  );
  const cdp = await context.newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } });
  await noteTexts(page);
  // Far above, so that its label is at the upper edge.
  await submitAs(scene.product.url, member, 'buy', 'EURUSD', { target_profit_price: '2' });
  const { Id: id } = await instrumentNamed(scene.product.url, 'EURUSD');
  await page.goto(`/trade?id=${id}`);
  const legend = page.getByText(/^O\s*\d.*C\s*\d/);
  const indicator = page.getByText('MA 20', { exact: true });
  await Promise.all([legend.waitFor(), indicator.waitFor()]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  const bottomOf = async (text: Locator) => {
    const box = await text.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect
    .poll(async () => {
      const { y } = await placeOf(page, 'TP');
      return y - 11 - Math.max(await bottomOf(legend), await bottomOf(indicator));
    })
    .toBeGreaterThanOrEqual(0);
});

it('a chart without the code of its lines and tools stays, says so, and has them after another try', async () => {
  const { page, member } = await demoPhone(scene, 'block');
  await noteTexts(page);
  const { Id: id } = await instrumentNamed(scene.product.url, 'EURUSD');
  await submitAs(scene.product.url, member, 'buy', 'EURUSD');
  const parts = /Chart(Orders|Tools)-[^/]*\.js/;
  await page.route(parts, (route) => route.abort());
  await page.goto(`/trade?id=${id}`);
  await page.getByText('A part of the chart could not be loaded.').first().waitFor();
  await seeChanges(page.locator('[data-variant="buy"]'), 2);
  await page.unroute(parts);
  await page.getByRole('button', { name: 'Try again' }).last().tap();
  await placeOf(page, '0.10');
  await page.getByRole('button', { name: 'Chart type and indicators' }).tap();
  await page.getByRole('button', { name: 'Drawings' }).tap();
  await page.getByRole('button', { name: 'Trend line' }).waitFor();
  expect(await page.getByText('A part of the chart could not be loaded.').count()).toBe(0);
});
