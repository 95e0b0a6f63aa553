import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type BaseLocationHook, Router } from 'wouter';
import shellStyles from '../../../src/app/Shell.module.css';
import { TabBar } from '../../../src/app/TabBar.tsx';
import { Toasts } from '../../../src/components/Toasts.tsx';
import { holdToast } from '../../../src/components/toast-store.ts';
import { showLanguage } from '../../../src/i18n/texts.ts';
import { openTradeScreen } from '../../../src/screens/Trade/TradeScreen.tsx';
import { clearDrafts } from '../../../src/screens/Trade/ticket/ticket-drafts.ts';
import { clearOrderTaps } from '../../../src/state/order-taps.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { touch } from '../chart/candle-scene.ts';
import { only, render } from '../components/render.tsx';
import { hold, position, prepareOrderScene } from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';

/* What may cover what on the trade screen, by the places of the boxes. */

prepareOrderScene();

const place: BaseLocationHook = () => ['/trade', () => {}];
place.searchHook = () => '?id=1';
const SIZES = [
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 740, height: 360 },
] as const;

let usual = { width: 0, height: 0 };
beforeAll(() => {
  usual = { width: innerWidth, height: innerHeight };
});
afterEach(async () => {
  clearOrderTaps();
  clearDrafts();
  document.documentElement.style.fontSize = '';
  await showLanguage('en');
  await page.viewport(usual.width, usual.height);
});

interface Size {
  readonly width: number;
  readonly height: number;
}

async function show({ width, height }: Size): Promise<void> {
  await page.viewport(width, height);
  const TradeScreen = openTradeScreen();
  await render(
    <Router hook={place}>
      {/* As the shell has it. */}
      <div className={shellStyles.pane}>
        <div className={shellStyles.scroll} data-scroll="chart">
          <TradeScreen />
        </div>
      </div>
      <TabBar />
      <Toasts />
    </Router>,
  );
  await hold([1, 2, 3, 4].map((id) => position(id)));
  await expect.poll(() => document.querySelectorAll('[data-variant="buy"]:not(:disabled)').length).toBe(1);
  await expect.poll(() => document.querySelectorAll('[class*="figures"] b').length).toBeGreaterThan(0);
}

const strip = () => page.elementLocator(only('section[class*="strip"]'));
const boxOf = (selector: string) => only(selector).getBoundingClientRect();
/** Scroll positions are whole pixels. */
const meets = (a: DOMRect, b: DOMRect): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

/** Whether a touch in the middle of the element reaches it. */
function isReached(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [0.2, 0.5, 0.8].every((down) =>
    element.contains(document.elementFromPoint(left + width / 2, top + height * down)),
  );
}

describe.each(SIZES)('on a screen of $width x $height', (size) => {
  it.each([
    ['with one-tap trading', false, '100%'],
    ['with confirmations', true, '100%'],
    ['with large text', false, '130%'],
  ])('unfolds the strip clear of the bar with Sell and Buy, %s', async (_, confirmed, text) => {
    confirmOrders.value = confirmed;
    document.documentElement.style.fontSize = text;
    await show(size);
    await userEvent.click(strip().getByRole('button').first());
    await expect.poll(() => strip().getByRole('article').elements().length).toBe(4);
    const rows = strip().getByRole('article').elements();
    const box = () => rows[0]?.parentElement?.getBoundingClientRect() ?? new DOMRect();
    await vi.waitFor(() => {
      expect(box().height).toBeGreaterThan(70);
      expect(meets(box(), boxOf('[class*="bar"]:has([data-variant="buy"])'))).toBe(false);
    });
    for (const button of [rows[0], rows.at(-1)].flatMap((row) => [
      ...(row?.querySelectorAll('button') ?? []),
    ])) {
      button.scrollIntoView({ block: 'nearest' });
      await vi.waitFor(() => expect(isReached(button), button.textContent).toBe(true));
    }
  });

  it('with text of twice the size is no wider, has a chart of two fifths or a third, and Sell and Buy in reach', async () => {
    confirmOrders.value = false;
    document.documentElement.style.fontSize = '200%';
    await show(size);
    // The scripted engine has no candles.
    const legend = only('[class*="legend"]:empty');
    legend.textContent = 'O 1.06666  H 1.06672  L 1.06666  C 1.06672';
    const { lineHeight, fontSize } = getComputedStyle(legend);
    // It has two lines, which would overlap.
    expect(Number.parseFloat(lineHeight)).toBeGreaterThan(1.2 * Number.parseFloat(fontSize));
    await expect.element(page.getByText(/^1 point = /)).toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBe(size.width);
    const chart = only('[class*="host"]:has(canvas)').parentElement?.getBoundingClientRect();
    expect((chart?.width ?? 0) * (chart?.height ?? 0)).toBeGreaterThanOrEqual(
      (size.height < 600 ? 1 / 3 : 0.4) * size.width * size.height,
    );
    for (const side of ['sell', 'buy']) expect(isReached(only(`[data-variant="${side}"]`)), side).toBe(true);
  });

  it.each([false, true])(
    'shows messages beside header, price, Sell and Buy (confirmations: %s)',
    async (on) => {
      confirmOrders.value = on;
      await show(size);
      holdToast('Gold has been closed at 2,418.40 by its take profit: +64.30', 'ok');
      const toast = () => only('[popover] button').getBoundingClientRect();
      await expect.poll(() => document.querySelectorAll('[popover] button').length).toBe(1);
      await vi.waitFor(() => {
        const parts = [
          'header',
          '[class*="periods"], [class*="row"]:has([data-period])',
          '[data-variant="sell"]',
          '[data-variant="buy"]',
        ];
        expect(parts.filter((part) => meets(toast(), boxOf(part)))).toEqual([]);
        expect(toast().top).toBeGreaterThanOrEqual(0);
        expect(toast().bottom).toBeLessThanOrEqual(innerHeight);
        expect(toast().left).toBeGreaterThanOrEqual(0);
        expect(toast().right).toBeLessThanOrEqual(innerWidth);
      });
    },
  );
});

/** Of the rows above Sell and Buy, each of which has a height of its own. */
const ROWS =
  '[class*="lots"], [class*="stop"]:not([class*="stops"]), [class*="opts"], [class*="fig"]:not([class*="figures"]), [class*="unit"]';

/** Everything that an order needs is in sight, and nothing lies on anything else. */
async function expectFrame({ width, height }: Size): Promise<void> {
  const dock = () => boxOf('[class*="bar"]:has([data-variant="buy"])');
  await vi.waitFor(() => {
    expect(document.documentElement.scrollHeight, 'scrolls').toBe(height);
    expect(document.documentElement.scrollWidth, 'is wider').toBe(width);
    const chart = only('[class*="host"]:has(canvas)').getBoundingClientRect();
    expect(chart.height / height, 'chart').toBeGreaterThanOrEqual(height < 600 ? 1 / 3 : 0.4);
    if (width >= 1100) expect(chart.width / width, 'chart').toBeGreaterThanOrEqual(0.55);
    const rows = [...document.querySelectorAll(ROWS)]
      .map((row) => row.getBoundingClientRect())
      .filter((row) => row.height > 0 && row.top < dock().top);
    // On a phone in landscape the figures scroll under the bar.
    const seen = width > height && height < 481 ? rows.slice(0, 2) : rows;
    const head = height < 481 ? [] : [boxOf('header')];
    const stack = [...head, chart, strip().element().getBoundingClientRect(), ...seen, dock()];
    stack.forEach((box, at) => {
      expect(box.bottom, `${at}`).toBeLessThanOrEqual(height);
      expect([box.left >= 0, box.right <= width], `${at}`).toEqual([true, true]);
      for (const other of stack.slice(at + 1)) expect(meets(box, other), `${at}`).toBe(false);
    });
    for (const sizes of document.querySelectorAll('[class*="quick"]'))
      expect(sizes.getBoundingClientRect().bottom, 'sizes').toBeLessThanOrEqual(
        boxOf('[class*="lots"]').bottom + 1,
      );
    for (const button of document.querySelectorAll('[class*="quick"] > button, [class*="opts"] > button'))
      expect(button.scrollWidth, button.textContent).toBeLessThanOrEqual(button.clientWidth + 1);
    for (const side of ['sell', 'buy']) {
      const button = only(`[data-variant="${side}"]`);
      expect(isReached(button), side).toBe(true);
      const { left, right } = button.getBoundingClientRect();
      for (const word of button.querySelectorAll('[class*="words"], [class*="price"]')) {
        const range = document.createRange();
        range.selectNodeContents(word);
        const text = range.getBoundingClientRect();
        expect([text.left >= left, text.right <= right], word.textContent).toEqual([true, true]);
      }
    }
    expect(isReached(strip().element())).toBe(true);
  });
}

describe.each([
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
  { width: 1100, height: 700 },
  { width: 1280, height: 800 },
])('at $width x $height', (size) => {
  it.each(['en', 'hk', 'ar', 'de'] as const)(
    'has the whole ticket in sight with the chart, for one price and for two, and with a stop open, in %s',
    async (language) => {
      confirmOrders.value = true;
      await showLanguage(language);
      await show(size);
      await expectFrame(size);
      script.putFrame({ quotes: [{ close: 108_500, ask: 108_512 }] });
      await expect.poll(() => document.querySelector('[class*="costs"]')).not.toBeNull();
      await expectFrame(size);
      await userEvent.click(page.elementLocator(only('[class*="opts"] > button:nth-of-type(3)')));
      await expect.poll(() => document.querySelector('[class*="unit"]')).not.toBeNull();
      await expectFrame(size);
    },
  );

  it('has price, change, profit, Sell and Buy around a chart that fills the screen', async () => {
    confirmOrders.value = true;
    await show(size);
    await userEvent.click(page.getByRole('button', { name: 'Full screen' }));
    const facts = () => only('[class*="facts"]');
    await vi.waitFor(() => {
      expect(facts().textContent).toMatch(/1\.08500.*%.*\+200\.00$/);
      const chart = only('[class*="host"]:has(canvas)').getBoundingClientRect();
      const [head, periods, dock] = [
        facts().getBoundingClientRect(),
        boxOf('[class*="row"]:has([data-period])'),
        boxOf('[class*="bar"]:has([data-variant="buy"])'),
      ];
      expect(chart.width).toBeGreaterThan(size.width - 50);
      expect(chart.height / size.height).toBeGreaterThan(0.6);
      const stack = [head, periods, chart, dock];
      stack.forEach((box, at) => {
        expect([box.left >= 0, box.right <= size.width, box.bottom <= size.height]).toEqual([
          true,
          true,
          true,
        ]);
        for (const other of stack.slice(at + 1)) expect(meets(box, other), `${at}`).toBe(false);
      });
      for (const side of ['sell', 'buy'])
        expect(isReached(only(`[data-variant="${side}"]`)), side).toBe(true);
    });
    await userEvent.click(page.getByRole('button', { name: 'Full screen' }));
    expect(document.querySelector('[class*="facts"]')).toBeNull();
  });
});

describe.each([
  { width: 360, height: 740 },
  { width: 320, height: 568 },
])('above Sell and Buy on a phone of $width x $height', (size) => {
  const reached = async (): Promise<void> => {
    await vi.waitFor(() => {
      const controls = [...document.querySelectorAll('[class*="rows"] :is(button, label:has(input), input)')]
        .map((one) => one.closest('label') ?? one)
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2);
      expect(controls.length).toBeGreaterThan(5);
      expect(controls.filter((one) => !isReached(one)).map((one) => one.textContent)).toEqual([]);
    });
  };

  it('a margin call leaves what is open in reach, and the problem of the lots in sight', async () => {
    confirmOrders.value = true;
    await show(size);
    script.putFrame({
      quotes: [{ close: 108_500, timeMs: 3 }],
      account: { margin: 2e10, marginLevel: 5_000 },
    });
    const note = () => page.getByRole('note').filter({ hasText: 'Margin call' });
    await expect.element(note()).toBeVisible();
    await reached();
    for (const part of ['Market', /×$/, /^SL/, /^TP/]) {
      await userEvent.click(page.getByRole('button', { name: part }));
      await expect.element(note()).toBeVisible();
      await reached();
    }
    await userEvent.click(page.getByRole('button', { name: 'Done' }));
    await page.getByRole('textbox', { name: 'Lots', exact: true }).fill('100.00');
    const problem = page.getByRole('alert').filter({ hasText: 'Not enough' });
    await expect.element(problem).toBeVisible();
    await vi.waitFor(() => expect(isReached(problem.element())).toBe(true));
    await userEvent.click(page.getByRole('button', { name: 'Tolerance and figures' }));
    const last = () => [...document.querySelectorAll('[class*="more"] dl > div')].at(-1) ?? document.body;
    await vi.waitFor(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      expect(isReached(last())).toBe(true);
    });
  });

  it.each(['none', 'Market', /×$/, /^SL/])('messages lie on no control (open: %s)', async (part) => {
    confirmOrders.value = true;
    await show(size);
    if (part !== 'none') await userEvent.click(page.getByRole('button', { name: part }));
    holdToast('Margin call: equity is below the used margin. If losses grow, positions are closed.', 'error');
    await expect.poll(() => document.querySelectorAll('[popover] button').length).toBe(1);
    await vi.waitFor(() => {
      const toast = only('[popover] button').getBoundingClientRect();
      const controls = document.querySelectorAll(
        ':is([class*="rows"], [class*="strip"]) :is(button, label:has(input), input), [data-variant], [data-period], header *',
      );
      const covered = [...controls].filter(
        (one) => one.checkVisibility() && meets(toast, one.getBoundingClientRect()),
      );
      expect(covered.map((one) => one.outerHTML)).toEqual([]);
    });
  });

  it('all digits of many lots are in sight', async () => {
    confirmOrders.value = true;
    await show(size);
    const lots = page.getByRole('textbox', { name: 'Lots', exact: true });
    await lots.fill('100.00');
    const field = lots.element();
    expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth);
  });
});

describe.each([
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
])('with one-tap trading on a phone of $width x $height', (size) => {
  it('has the line of fates over no control, whatever part of the ticket is open', async () => {
    confirmOrders.value = false;
    await show(size);
    await expect.poll(() => document.querySelector('[class*="taps"] button[hidden]')).not.toBeNull();
    for (const part of [/^SL/, /^TP/, /^Market/, /×$/, 'Tolerance and figures']) {
      await userEvent.click(page.getByRole('button', { name: part }));
      await userEvent.click(only('[data-variant="buy"]'));
      (await script.nextCall('submitOrder')).answer({ ok: true, value: position(9) });
      const fate = page.getByRole('button', { name: /^One-tap trading: .*Bought/ });
      await expect.element(fate).toBeVisible();
      const box = fate.element().getBoundingClientRect();
      const controls = [...document.querySelectorAll('button, input, a, header')]
        .filter((one) => one !== fate.element() && one.closest('[hidden]') === null)
        .filter((one) => meets(box, one.getBoundingClientRect()));
      expect(controls.map((one) => one.textContent)).toEqual([]);
      const chart = only('[class*="host"]:has(canvas)').getBoundingClientRect();
      expect(chart.height / size.height).toBeGreaterThanOrEqual(size.height < 600 ? 1 / 3 : 0.4);
      await userEvent.click(page.getByRole('button', { name: /^(Done|Tolerance and figures)$/ }));
    }
  });
});

describe('on a screen that the keyboard leaves little of', () => {
  const lots = () => page.getByRole('textbox', { name: 'Lots', exact: true });
  const buy = () => boxOf('[data-variant="buy"]');
  const question = () => page.getByRole('dialog', { name: 'Please confirm your order' });

  async function showTyped(confirmed: boolean): Promise<void> {
    confirmOrders.value = confirmed;
    await show({ width: 360, height: 440 });
    await lots().fill('0.05');
    await expect.element(page.getByRole('button', { name: /^Buy 0\.05/ })).toBeEnabled();
    await expect.poll(() => innerHeight - buy().bottom).toBeLessThan(44);
  }
  async function tapBuy(): Promise<void> {
    const { left, top, width, height } = buy();
    await touch('touchStart', [left + width / 2, top + height / 2]);
    await touch('touchEnd');
  }

  it('asks at the first tap after the lots were typed, and leaves their field', async () => {
    await showTyped(true);
    await tapBuy();
    await expect.element(question()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();
    expect(document.activeElement).not.toBe(lots().element());
    await expect.poll(() => innerHeight - buy().bottom).toBeGreaterThan(56);
  });

  it('leaves the focus to the button that a mouse has pressed', async () => {
    confirmOrders.value = true;
    await show({ width: 360, height: 740 });
    await lots().fill('0.05');
    const button = page.getByRole('button', { name: /^Buy 0\.05/ });
    await userEvent.click(button);
    await expect.element(question()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();
    expect(document.activeElement).toBe(button.element());
  });

  it('sends at the first tap with one-tap trading, and moves no button before the next', async () => {
    await showTyped(false);
    const before = buy().top;
    await tapBuy();
    const call = await script.nextCall('submitOrder');
    expect(call.args[0]).toMatchObject({ side: 'buy', volume: 500 });
    expect(document.activeElement).toBe(lots().element());
    // While it is pressed it is a little smaller.
    expect(buy().top).toBeCloseTo(before, 0);
    call.answer({ ok: true, value: position(9) });
  });

  it('keeps Sell and Buy in their place when a choice is tapped', async () => {
    await show({ width: 360, height: 440 });
    const before = buy().top;
    await userEvent.click(page.getByRole('button', { name: 'Market' }));
    const pending = page.getByRole('radio', { name: 'Pending' });
    await userEvent.click(pending.element().closest('label') ?? pending);
    await expect.element(page.getByRole('textbox', { name: 'Price', exact: true })).toBeInTheDocument();
    expect([document.activeElement, buy().top]).toEqual([pending.element(), before]);
  });
});
