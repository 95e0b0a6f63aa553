import { describe, expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { working } from '../../../src/state/account.ts';
import { replaySource } from '../../../src/state/replay-source.ts';
import { nextFrame, untilStill } from '../components/render.tsx';
import {
  button,
  hold,
  mount,
  pending,
  position,
  prepareOrderScene,
  renderCount,
  sheet,
  showHeld,
  tab,
  textOf,
  tick,
} from './order-scene.tsx';

prepareOrderScene();

describe('the open positions', () => {
  it('show a skeleton until their first rows, and are empty only once that is known', async () => {
    await mount();
    expect(working.value.status).toBe('unknown');
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(page.getByText('No open positions').query()).toBeNull();
    await hold([]);
    await expect.element(page.getByText('No open positions')).toBeVisible();
  });
  // spec: 3.5 9.6
  it('update price and profit with each tick, six decimals and a sign, without a render', async () => {
    await showHeld([position(1)]);
    await textOf(page.getByRole('article')).toMatch(/\+50\.000000.*1\.08000 → 1\.08500/);
    const before = renderCount();
    for (let i = 1; i <= 10; i++) {
      tick([1], 107_000 + i);
      await nextFrame();
    }
    await textOf(page.getByRole('article')).toMatch(/-99\.000000.*1\.08000 → 1\.07010/);
    expect(renderCount()).toBe(before);
  });
  it('show the price on its way from stop to target: a tick moves one pip, and nothing else', async () => {
    await showHeld([position(1, { stopLoss: 107_000, takeProfit: 110_000 })]);
    await expect.poll(() => document.querySelector('article')?.textContent).toMatch(/SL 1\.07000TP 1\.10000/);
    const row = document.querySelector('article');
    const rail = row?.querySelector('[aria-hidden][dir=ltr]');
    const box = (node?: Element | null) => node?.getBoundingClientRect() ?? new DOMRect();
    const share = () => {
      const carrier = rail?.querySelector('span:last-child');
      return (box(carrier).left - box(rail).left) / (box(rail).width - 4);
    };
    await vi.waitFor(() => expect(share()).toBeCloseTo(0.5, 2));
    await textOf(page.getByText('1.08000 → 1.08500').first()).toBeTruthy();
    const before = { renders: await untilStill(renderCount), height: box(row).height };
    for (const [now, at, tone] of [
      [107_750, 0.25, 'down'],
      [109_000, 0.6667, 'up'],
      [120_000, 1, 'up'],
      [100_000, 0, 'down'],
    ] as const) {
      tick([1], now);
      await vi.waitFor(() => expect(share()).toBeCloseTo(at, 2));
      expect(rail?.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
    }
    expect({ renders: renderCount(), height: box(row).height }).toEqual(before);
    await hold([position(2)]);
    await expect.poll(() => document.querySelector('article [aria-hidden][dir=ltr]')).toBeNull();
  });
  it('have their stops apart on a narrow screen with text of twice the size', async () => {
    const usual = { width: innerWidth, height: innerHeight };
    const textOfSize = (standard: number) =>
      cdp().send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
    await page.viewport(320, 568);
    await textOfSize(32);
    await showHeld([position(1, { stopLoss: 1_070_000_000, takeProfit: 1_100_000_000 })]);
    await expect.element(page.getByText('SL 10,700.00000')).toBeVisible();
    const lines = ['SL 10,700.00000', 'TP 11,000.00000'].flatMap((text) => {
      const node = page.getByText(text).element();
      const size = Number.parseFloat(getComputedStyle(node).fontSize);
      // Of the glyphs: a font's own box is higher.
      return [...node.getClientRects()].map(
        ({ x, y, width, height }) => new DOMRect(x, y + (height - size) / 2, width, size),
      );
    });
    expect(lines.length).toBeGreaterThan(1);
    for (const [i, one] of lines.entries())
      for (const other of lines.slice(i + 1))
        expect(one.right <= other.left || one.bottom <= other.top + 1, JSON.stringify(lines)).toBe(true);
    await textOfSize(16);
    await page.viewport(usual.width, usual.height);
  });
  it('cause no layout outside the viewport', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => at + 1);
    await showHeld(ids.map((id) => position(id)));
    const isLaidOut = (row: 'first' | 'last') =>
      document.querySelector(`article:${row}-of-type p`)?.checkVisibility({ contentVisibilityAuto: true });
    await expect.poll(() => [isLaidOut('first'), isLaidOut('last')]).toEqual([true, false]);
    document.querySelector('article:last-of-type')?.scrollIntoView();
    await expect.poll(() => isLaidOut('last')).toBe(true);
  });
  // spec: 3.6
  it('are listed below the account, whose ratio is unknown without positions', async () => {
    await showHeld([position(1)]);
    const account = page.getByRole('region', { name: 'Account' });
    await textOf(account).toMatch(/10,050\.00.*\+50\.000000.*10,000\.00.*108\.000000.*>1,000%/);
    await hold([]);
    await textOf(account).toMatch(/Margin level--/);
  });
});

describe('during a replay', () => {
  const deeds = /^Close /;
  const disabledOnes = () =>
    page
      .getByRole('button', { name: deeds })
      .all()
      .map((one) => (one.element() as HTMLButtonElement).disabled);

  it('nothing that changes an order can be tapped, in lists or sheets, and each screen shows the reason', async () => {
    replaySource.value = { file: new Blob(), name: 'noon', atMs: 0, speed: 1, isPaused: false };
    await showHeld([position(1), position(2)], [pending(3)]);
    expect(disabledOnes()).toEqual([true, true, true]);
    await userEvent.click(tab(/Pending/));
    await expect.element(button(/^Cancel EUR/)).toBeDisabled();
    await userEvent.click(tab(/Open/));
    await expect.element(button('Close all')).toBeDisabled();
    await expect.element(page.getByText(/This is a replay/)).toBeVisible();
    await userEvent.click(button('EUR/USD, details').first());
    await expect.element(sheet().getByText(/This is a replay/)).toBeVisible();
    await expect
      .element(sheet().getByRole('button', { name: 'Edit stop loss and take profit' }))
      .toBeDisabled();
    await expect.element(sheet().getByRole('button', { name: 'Close 0.10 lots' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    replaySource.value = undefined;
    await expect.element(button('Close all')).toBeEnabled();
    expect(page.getByText(/This is a replay/).query()).toBeNull();
  });
});
