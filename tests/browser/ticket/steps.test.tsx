import { describe, expect, it, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { figures } from '../../../src/state/account.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { aPosition } from '../../helpers/orders.ts';
import { touch } from '../chart/candle-scene.ts';
import * as script from '../scripted/script.ts';
import {
  button,
  choosePending,
  fates,
  field,
  openStop,
  prepareTicketScene,
  putPrices,
  show,
} from './ticket-scene.tsx';

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
/** What an order of either side would get, above its button. */
const sideStops = () =>
  document.querySelector('[class*=sides]')?.textContent?.replaceAll('\u00a0', ' ') ?? '';

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
    expect(seen()).toEqual(['0.01', true, 'Buy 0.011.08500']);
    expect(await touchAnd(more(), 'pointerdown', seen)).toEqual(['0.02', false, 'Buy 0.011.08500']);
    await expect.poll(seen).toEqual(['0.02', false, 'Buy 0.021.08500']);
  });

  it('by a chip as well', async () => {
    await show();
    const seen = () => [lots(), buy().textContent];
    const [typed, face] = await touchAnd(button('Max'), 'click', seen);
    expect([Number(typed) > 1, face]).toEqual([true, 'Buy 0.011.08500']);
    await expect.poll(seen).toEqual([typed, `Buy ${typed}1.08500`]);
  });

  it('begins from the one before, also within the same frame', async () => {
    await show();
    const again = () =>
      more()
        .element()
        .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    await touchAnd(more(), 'pointerdown', again);
    expect(lots()).toBe('0.03');
    await expect.poll(() => buy().textContent).toBe('Buy 0.031.08500');
  });
});

describe('a multiple', () => {
  it('is marked at once, and its word comes after the next frame', async () => {
    await show();
    await button('20×').click();
    const chip = page.getByRole('group', { name: 'Leverage' }).getByRole('button', { name: '100×' });
    const seen = () => [
      chip.element().getAttribute('aria-pressed'),
      document.querySelector('[class*=opts] [aria-expanded=true]')?.textContent.trim(),
    ];
    expect(seen()).toEqual(['false', '20×']);
    expect(await touchAnd(chip, 'click', seen)).toEqual(['true', '20×']);
    await expect.poll(seen).toEqual(['true', '100×']);
  });
});

describe('a stop', () => {
  const less = () => button('Decrease Stop loss');
  const emptied = async (): Promise<void> => {
    await openStop();
    await field('Stop loss').fill('');
  };

  it('begins with a useful value when it is opened, of which the other side has one too', async () => {
    await show();
    await button('SL none').click();
    await expect.poll(() => [textIn('Stop loss'), sideStops()]).toEqual(['200', 'SL 1.08700SL 1.08300']);
  });

  it('that is stepped is in its field at once, and above the buttons after the next frame', async () => {
    await show();
    await emptied();
    const seen = () => [textIn('Stop loss'), sideStops()];
    expect(await touchAnd(button('Increase Stop loss'), 'pointerdown', seen)).toEqual(['1.08300', 'SL SL ']);
    await expect.poll(seen).toEqual(['1.08300', 'SL --SL 1.08300']);
    expect(await touchAnd(less(), 'pointerdown', seen)).toEqual(['1.08290', 'SL --SL 1.08300']);
    await expect.poll(seen).toEqual(['1.08290', 'SL --SL 1.08290']);
  });

  it('has the step of the value from which it starts, also within the same frame', async () => {
    await show();
    await button('SL none').click();
    await field('Stop loss').fill('100');
    const again = () =>
      less()
        .element()
        .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    await touchAnd(less(), 'pointerdown', again);
    expect(textIn('Stop loss')).toBe('89');
  });

  it('in another unit is in its field at once, and what it means after the next frame', async () => {
    await show();
    await openStop();
    const seen = () => [textIn('Stop loss'), sideStops()];
    await expect.poll(seen).toEqual(['1.08300', 'SL --SL 1.08300']);
    expect(await touchAnd(choice('Points'), 'change', seen)).toEqual(['200', 'SL --SL 1.08300']);
    await expect.poll(seen).toEqual(['200', 'SL 1.08700SL 1.08300']);
  });
});

describe('a target price', () => {
  const step = () => button('Increase Price');

  it('starts as far away as a stop; a step is in its field at once, and on the buttons after the next frame', async () => {
    await show();
    await choosePending();
    const seen = () => [textIn('Price'), buy().textContent];
    await expect.poll(seen).toEqual(['1.08300', 'Buy 0.011.08300']);
    expect(await touchAnd(step(), 'pointerdown', seen)).toEqual(['1.08310', 'Buy 0.011.08300']);
    await expect.poll(seen).toEqual(['1.08310', 'Buy 0.011.08310']);
  });
});

describe('an order within the same frame as a step', () => {
  const priced = () => page.getByRole('textbox', { name: 'Price', exact: true });
  it.each<[string, () => Promise<Locator>, 'click' | 'pointerdown', object]>([
    ['lots', async () => more(), 'pointerdown', { side: 'buy', volume: 200 }],
    [
      'multiple',
      async () => {
        await button('20×').click();
        return page.getByRole('group', { name: 'Leverage' }).getByRole('button', { name: '100×' });
      },
      'click',
      { multiple: 100 },
    ],
    ['stop', () => openStop().then(() => button('Increase Stop loss')), 'pointerdown', { stopLoss: 108_310 }],
    [
      'target price',
      async () => {
        await choosePending();
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
