import { describe, expect, it, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { figures } from '../../../src/state/account.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { aPosition } from '../../helpers/orders.ts';
import { touch } from '../chart/candle-scene.ts';
import * as script from '../scripted/script.ts';
import { button, fates, field, prepareTicketScene, putPrices, show } from './ticket-scene.tsx';

/* What is tapped is in its field at once; what depends on it is displayed after the frame that answers the tap. */

prepareTicketScene();

/** The free margin suffices for 0.01 lots, not for 0.02. */
async function haveLittle(): Promise<void> {
  const money = 80_000_000;
  putPrices({}, { balance: money });
  await vi.waitFor(() => expect(figures.freeMargin.value).toBe(money));
}

const more = () => button('Increase Lots');
const buy = () => button(/^Buy/).element() as HTMLButtonElement;
const textIn = (name: string) =>
  (page.getByRole('textbox', { name, exact: true }).element() as HTMLInputElement).value;
const lots = () => textIn('Lots');
const choice = (text: string) => page.getByText(text, { exact: true });
const choose = (text: string) => (choice(text).element() as HTMLElement).click();
const unfold = () => button('SL, TP and tolerance').click();
/** What an order of either side would get, above Sell and Buy. */
const sideStops = () =>
  document.querySelector('[class*=bar] [class*=stops]')?.textContent?.replaceAll('\u00a0', ' ') ?? '';

/** A finger touches the target; `then` follows in the task of its `event`, before any frame. */
async function touchAnd<T>(
  target: Locator,
  event: 'pointerdown' | 'click' | 'change',
  then: () => T,
): Promise<T> {
  const node = target.element();
  node.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = node.getBoundingClientRect();
  const done = new Promise<T>((resolve) => addEventListener(event, () => resolve(then()), { once: true }));
  await touch('touchStart', [left + width / 2, top + height / 2]);
  // Lifted, it would tap what has opened below it meanwhile.
  await touch(event === 'pointerdown' ? 'touchCancel' : 'touchEnd');
  return done;
}

describe('a step of the lots', () => {
  it('is in its field at once, with the ends of its range, and elsewhere after the next frame', async () => {
    await show();
    const less = button('Decrease Lots').element() as HTMLButtonElement;
    const seen = () => [lots(), less.disabled, buy().textContent];
    expect(seen()).toEqual(['0.01', true, 'Buy 0.01 lots1.08500']);
    expect(await touchAnd(more(), 'pointerdown', seen)).toEqual(['0.02', false, 'Buy 0.01 lots1.08500']);
    await expect.poll(seen).toEqual(['0.02', false, 'Buy 0.02 lots1.08500']);
  });

  it('by a chip as well', async () => {
    await show();
    const seen = () => [lots(), buy().textContent];
    const [typed, face] = await touchAnd(button('Max'), 'click', seen);
    expect([Number(typed) > 1, face]).toEqual([true, 'Buy 0.01 lots1.08500']);
    await expect.poll(seen).toEqual([typed, `Buy ${typed} lots1.08500`]);
  });

  it('begins from the one before, also within the same frame', async () => {
    await show();
    const again = () =>
      more()
        .element()
        .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    await touchAnd(more(), 'pointerdown', again);
    expect(lots()).toBe('0.03');
    await expect.poll(() => buy().textContent).toBe('Buy 0.03 lots1.08500');
  });
});

describe('a multiple', () => {
  it('is marked at once, and its margin comes after the next frame', async () => {
    await show();
    const chip = button('100×');
    const seen = () => [
      chip.element().getAttribute('aria-pressed'),
      page.getByText('54.250000').query() !== null,
      page.getByText('10.850000').query() !== null,
    ];
    await expect.poll(seen).toEqual(['false', true, false]);
    expect(await touchAnd(chip, 'click', seen)).toEqual(['true', true, false]);
    await expect.poll(seen).toEqual(['true', false, true]);
  });
});

describe('a stop', () => {
  const less = () => button('Decrease Stop loss');

  it('that is stepped is in its field at once, and above the buttons after the next frame', async () => {
    await show();
    await unfold();
    const seen = () => [textIn('Stop loss'), sideStops()];
    expect(await touchAnd(button('Increase Stop loss'), 'pointerdown', seen)).toEqual(['1.08300', '']);
    await expect.poll(seen).toEqual(['1.08300', 'SL --SL 1.08300']);
    expect(await touchAnd(less(), 'pointerdown', seen)).toEqual(['1.08290', 'SL --SL 1.08300']);
    await expect.poll(seen).toEqual(['1.08290', 'SL --SL 1.08290']);
  });

  it('has the step of the value from which it starts, also within the same frame', async () => {
    await show();
    await unfold();
    choose('Points');
    await page.getByRole('textbox', { name: 'Stop loss' }).fill('100');
    const again = () =>
      less()
        .element()
        .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    await touchAnd(less(), 'pointerdown', again);
    expect(textIn('Stop loss')).toBe('89');
  });

  it('in another unit is in its field at once, and what it means after the next frame', async () => {
    await show();
    await unfold();
    await button('Increase Stop loss').click();
    const seen = () => [textIn('Stop loss'), sideStops()];
    await expect.poll(seen).toEqual(['1.08300', 'SL --SL 1.08300']);
    expect(await touchAnd(choice('Points'), 'change', seen)).toEqual(['200', 'SL --SL 1.08300']);
    await expect.poll(seen).toEqual(['200', 'SL 1.08700SL 1.08300']);
  });
});

describe('a target price', () => {
  const step = () => button('Increase Price');

  it('is in its field at once, and on the buttons after the next frame', async () => {
    await show();
    choose('Pending');
    const seen = () => [textIn('Price'), buy().textContent];
    // Some 0.2 % away: the price of the market itself would be refused.
    expect(await touchAnd(step(), 'pointerdown', seen)).toEqual(['1.08720', 'Buy 0.01 lots--']);
    await expect.poll(seen).toEqual(['1.08720', 'Buy 0.01 lots1.08720']);
    expect(await touchAnd(step(), 'pointerdown', seen)).toEqual(['1.08730', 'Buy 0.01 lots1.08720']);
    await expect.poll(seen).toEqual(['1.08730', 'Buy 0.01 lots1.08730']);
  });
});

describe('an order within the same frame as a step', () => {
  const priced = () => page.getByRole('textbox', { name: 'Price', exact: true });
  it.each<[string, () => Promise<Locator>, 'click' | 'pointerdown', object]>([
    ['lots', async () => more(), 'pointerdown', { side: 'buy', volume: 200 }],
    ['multiple', async () => button('100×'), 'click', { multiple: 100 }],
    ['stop', () => unfold().then(() => button('Increase Stop loss')), 'pointerdown', { stopLoss: 108_300 }],
    [
      'target price',
      async () => {
        choose('Pending');
        await priced().fill('1.07');
        return button('Increase Price');
      },
      'pointerdown',
      { kind: { type: 'pending', targetPrice: 107_010 } },
    ],
  ])('with one-tap trading is sent with the stepped %s', async (_, prepare, event, sent) => {
    confirmOrders.value = false;
    await show();
    await touchAnd(await prepare(), event, () => buy().click());
    const call = await script.nextCall('submitOrder');
    expect(call.args[0]).toMatchObject(sent);
    call.answer({ ok: true, value: aPosition({ id: 9 }) });
    await vi.waitFor(() => expect(fates()).toEqual(['executed']));
  });
  it('is asked about with the stepped lots', async () => {
    await show();
    await touchAnd(more(), 'pointerdown', () => buy().click());
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: /^Buy/ }))
      .toHaveTextContent('Buy 0.02 at 1.08500');
  });

  it('with one-tap trading is refused without the money for the stepped lots', async () => {
    confirmOrders.value = false;
    await show();
    await haveLittle();
    expect(lots()).toBe('0.01');
    await touchAnd(more(), 'pointerdown', () => buy().click());
    expect(fates()).toEqual(['refused']);
    await expect.element(page.getByText('Not enough free margin for this size')).toBeVisible();
  });

  it('is checked with the stepped lots beside their field', async () => {
    await show();
    await field('Lots').fill('0.015');
    buy().click();
    await expect.element(field('Lots')).toHaveAttribute('aria-invalid');
    // A step leads to whole ones.
    await touchAnd(more(), 'pointerdown', () => buy().click());
    await expect.element(page.getByRole('dialog').getByRole('button', { name: /^Buy/ })).toBeVisible();
  });
});
