import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { traders } from './trader.ts';

const TIMEOUT = { timeout: 90_000 };

const openTrader = traders();

/** What a screen reader reads at once, as the accessibility tree has it. */
async function saidAtOnce(page: Page): Promise<readonly string[]> {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  const within = (id: string): typeof nodes => {
    const node = nodes.find(({ nodeId }) => nodeId === id);
    return node === undefined ? [] : [node, ...(node.childIds ?? []).flatMap(within)];
  };
  return nodes
    .filter(({ properties = [] }) =>
      properties.some(({ name, value }) => name === 'live' && value.value === 'assertive'),
    )
    .flatMap(({ nodeId }) => within(nodeId))
    .filter(({ role }) => role?.value === 'StaticText')
    .map(({ name }) => String(name?.value));
}

describe('an account', () => {
  // spec: 4.11
  it('whose margin level falls below half loses its position, and the history gives the reason', async () => {
    const { operator, uid, submit, show } = await openTrader();
    await submit('sell', 'EURUSD', { cont: '10' });
    const { page } = await show('/trade');
    await page.getByRole('button', { name: 'Close all' }).waitFor();
    const [{ balance, locked }] = await operator.rows('balance', 'show', { uid });
    const lose = (part: number, from: number) =>
      operator.rows('balance', 'adjust', {
        uid,
        amount: (locked * part - from).toFixed(2),
        memo: 'A mistake put right',
      });
    await lose(0.75, balance);
    await expect.poll(() => saidAtOnce(page)).toContainEqual(expect.stringMatching(/^Margin call: /));
    // The ticket says it as well, but not aloud.
    await page.getByRole('note').filter({ hasText: 'Margin call' }).waitFor();
    const others = page.locator('[role=alert], [role=status]');
    expect(await others.filter({ hasText: 'Margin call' }).count()).toBe(0);
    await lose(0.4, locked * 0.75);
    await expect
      .poll(() => saidAtOnce(page))
      .toContainEqual(expect.stringMatching(/^Stop out · EUR\/USD closed at [\d.]+: [-+]?[\d.,]+$/));
    await page.getByRole('link', { name: 'Orders' }).tap();
    await page.getByRole('tab', { name: /History/ }).tap();
    await page.getByRole('button', { name: 'EUR/USD, details' }).tap();
    await page.getByRole('dialog').getByText('Stop out').waitFor();
  });
});

describe('the order form', () => {
  // spec: 2.4 2.14 4.19 5.8 8.10
  it('disables Buy and Sell while the market is closed or has no leverage, and enables them afterwards', async () => {
    const { operator, show } = await openTrader();
    const { page } = await show('/trade');
    const buttons = [
      page.getByRole('button', { name: /^Buy \d/ }),
      page.getByRole('button', { name: /^Sell \d/ }),
    ];
    const enabled = () => Promise.all(buttons.map((button) => button.isEnabled()));
    await expect.poll(enabled, TIMEOUT).toEqual([true, true]);
    await operator.rows('instruments', 'hours', { code: 'EURUSD', hours: 'closed' });
    await expect.poll(enabled, TIMEOUT).toEqual([false, false]);
    await page.getByText('The market is closed', { exact: true }).waitFor();
    await page.getByText('Closed', { exact: true }).waitFor();
    await operator.rows('instruments', 'hours', { code: 'EURUSD', hours: 'always' });
    await expect.poll(enabled, TIMEOUT).toEqual([true, true]);

    await operator.rows('instruments', 'multiples', { code: 'EURUSD', multiples: 'none' });
    await page.reload();
    await page.getByText('No lever configured, unable to place an order temporarily').first().waitFor();
    await expect.poll(enabled, TIMEOUT).toEqual([false, false]);
  });
});
