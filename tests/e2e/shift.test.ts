import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { submitAs } from './deals.ts';
import { handTo, joinAsDemo, type Member } from './member.ts';
import { instrumentNamed, openPhone, seeChanges } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

/** Collects every layout shift that no input explains, with the elements that moved. */
const PROBE = `
  window.__shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (!hadRecentInput) window.__shifts.push(value + ' ' + sources.map(({ node }) => node?.outerHTML ?? node?.textContent).join(' | ').slice(0, 400));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

async function trader(url: string): Promise<{ readonly member: Member; readonly id: number }> {
  const member = await joinAsDemo(scene.product);
  const { Id: id } = await instrumentNamed(url, 'BTCUSD');
  // Stops far away: their rail moves with every tick. In the quietest hour of the day currencies have few.
  const order = { multiple: '10', stop_loss_price: '1000', target_profit_price: '900000' };
  await submitAs(url, member, 'buy', 'BTCUSD', order);
  // More than was bought: the total moves, too.
  await submitAs(url, member, 'sell', 'BTCUSD', { multiple: '10', cont: '0.3' });
  return { member, id };
}

/** Loads a screen and waits until its data have come and its prices have changed some times. */
async function shiftsOf(member: Member, path: string, loaded: (page: Page) => Promise<unknown>) {
  const { page, context } = await openPhone(scene.browser, scene.product.url);
  await handTo({ context }, member);
  await context.addInitScript({ content: PROBE });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path);
  await loaded(page);
  const shifts = await page.evaluate<readonly string[]>('window.__shifts');
  await context.close();
  return shifts;
}

describe('the layout', () => {
  it('never shifts while home, the trade screen and the orders load and tick', async () => {
    const { member, id } = await trader(scene.product.url);
    const [home, trade, orders] = [
      await shiftsOf(member, '/', (page) => seeChanges(page.getByRole('list', { name: 'Quotes' }), 4)),
      await shiftsOf(member, `/trade?id=${id}`, async (page) => {
        await page.getByRole('button', { name: 'Close all' }).waitFor();
        await page.getByRole('img', { name: /Close|Schluss|[\d.]+/ }).waitFor();
        await seeChanges(page.locator('[data-variant="buy"]'), 2);
      }),
      await shiftsOf(member, '/order', async (page) => {
        await page.getByRole('article').first().waitFor();
        await seeChanges(page.getByRole('article').first(), 2);
      }),
    ];
    expect({ home, trade, orders }).toEqual({ home: [], trade: [], orders: [] });
  });
});
