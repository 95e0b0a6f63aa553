import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { QuickTicket } from '../../../src/screens/Trade/ticket/QuickTicket.tsx';
import { clearDrafts } from '../../../src/screens/Trade/ticket/ticket-drafts.ts';
import { baseData } from '../../../src/state/market.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { closeQuickOrder, openQuickOrder } from '../../../src/state/quick-order.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { FINANCING_TIME, nightRates } from '../../helpers/nights.ts';
import { only } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import {
  button,
  chooseMultiple,
  choosePending,
  confirm,
  dialog,
  field,
  filled,
  host,
  mount,
  NOW,
  openStop,
  prepareTicketScene,
  putPrices,
  show,
  showFigures,
  tap,
} from './ticket-scene.tsx';

/** Of the ask, 12 points above the close. */
const ASK = NOW + 12;

/** The values by their labels; of both sides with a space between. */
const facts = (within: ParentNode = document): Record<string, string> =>
  Object.fromEntries(
    [...within.querySelectorAll('dt')].map(({ textContent, nextElementSibling: value }) => {
      const sides = [...(value?.querySelectorAll('[class*="side"]') ?? [])];
      return [
        textContent,
        sides.length > 0 ? sides.map((one) => one.textContent).join(' ') : (value?.textContent ?? ''),
      ];
    }),
  );
const between = () => host().querySelector('[class*="buttons"]')?.children;
const lots = async (text: string): Promise<void> => {
  await chooseMultiple('100×');
  await field('Lots').fill(text);
  await showFigures();
};

prepareTicketScene();
beforeEach(() => putPrices({ ask: ASK }));

describe('two prices', () => {
  it('have each its own quiet digits, also in the question, where a pending order has those of its price', async () => {
    const strong = (within: ParentNode = host()) =>
      [...within.querySelectorAll('.price > b')].map(({ textContent }) => textContent);
    await show();
    // The day's first price.
    putPrices({ close: 108_598, ask: 108_601 });
    await vi.waitFor(() => expect(strong()).toEqual(['', '601']));
    await userEvent.click(button(/^Buy/));
    await expect.element(confirm()).toBeVisible();
    expect(strong(dialog().element())).toEqual(['601']);
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await choosePending();
    await field('Price').fill('1.2');
    await vi.waitFor(() => expect(strong()).toEqual(['.20000', '.20000']));
  });
  it('are on the buttons, with the spread between them, and breathe', async () => {
    await show();
    await vi.waitFor(() =>
      expect([...(between() ?? [])].map(({ textContent }) => textContent)).toEqual([
        'Sell 0.011.08500',
        'Spread12 pointsOne-tap trading',
        'Buy 0.011.08512',
      ]),
    );
    putPrices({ ask: NOW + 9 });
    await vi.waitFor(() => expect(between()?.[1]?.textContent).toBe('Spread9 pointsOne-tap trading'));
    putPrices();
    await vi.waitFor(() => expect(between()?.[1]?.textContent).toBe('One-tap trading'));
  });

  it.each([
    ['Buy', ASK],
    ['Sell', NOW],
  ] as const)(
    'send a %s with the one at which it opens, with one tap and after a question',
    async (side, price) => {
      await show();
      await expect.poll(() => button(/^Buy/).element().textContent).toContain('1.08512');
      confirmOrders.value = false;
      const call = await tap(side);
      expect(call.args[0]).toMatchObject({ kind: { type: 'market', seenPrice: price } });
      call.answer(filled(call.args[0], price));
      confirmOrders.value = true;
      await userEvent.click(button(new RegExp(`^${side}`)));
      await expect.poll(() => confirm().element().textContent).toContain((price / 100_000).toFixed(5));
      await userEvent.click(confirm());
      const second = await script.nextCall('submitOrder');
      expect(second.args[0]).toMatchObject({ kind: { type: 'market', seenPrice: price } });
      second.answer(filled(second.args[0], price));
    },
  );

  it('have the costs of each side in the form, and those of its side in the question', async () => {
    await show();
    await lots('1');
    // Of 108,500 and 108,512 a hundredth, and half a thousandth of that; 12 points are lost from the start.
    await vi.waitFor(() =>
      expect(facts()).toMatchObject({
        Margin: '1,085.000000 1,085.120000',
        Fee: '0.542500 0.542560',
        'Opening cost': '-12.542500 -12.542560',
        'Free margin': '10,000.00 → 8,902.34',
      }),
    );
    await userEvent.click(button(/^Sell/));
    await vi.waitFor(() =>
      expect(facts(dialog().element())).toMatchObject({
        Margin: '1,085.000000',
        Fee: '0.542500',
        'Opening cost': '-12.542500',
      }),
    );
  });

  it('let a stop be where the order closes, not where it opens', async () => {
    await show();
    await openStop();
    await field('Stop loss').fill('1.08506');
    await userEvent.click(button(/^Buy/));
    await expect.element(field('Stop loss')).toHaveAttribute('aria-invalid', 'true');
    await field('Stop loss').fill('1.08499');
    await userEvent.click(button(/^Buy/));
    await expect.element(confirm()).toBeVisible();
  });

  it('that are one have one of everything', async () => {
    putPrices();
    await show();
    await lots('1');
    await vi.waitFor(() => expect(facts()).toMatchObject({ Margin: '1,085.000000', Fee: '0.542500' }));
    expect(Object.keys(facts())).not.toContain('Opening cost');
    expect(between()?.[1]?.textContent).toBe('One-tap trading');
  });
});

it('the short ticket has the margin of each side, and one while there is one price', async () => {
  await mount(<QuickTicket />);
  openQuickOrder(eurusd);
  await expect.element(dialog()).toBeVisible();
  await field('Lots').fill('1');
  // A leverage of 20.
  await vi.waitFor(() => expect(facts()['Margin']).toBe('5,425.00 / 5,425.60'));
  putPrices({ ask: NOW });
  await vi.waitFor(() => expect(facts()['Margin']).toBe('5,425.00'));
  closeQuickOrder();
});

describe('a night', () => {
  it.each([
    [1, 'Next night', 7.534722, 2.260417],
    [3, 'Next 3 nights', 22.604167, 6.78125],
  ] as const)(
    'that counts for %i costs a buy and brings a sell what will be booked',
    async (nights, label, paid, brought) => {
      putPrices();
      script.putBaseData({ financingTime: FINANCING_TIME });
      const rated = { ...eurusd, ...nightRates(nights, Date.now()) };
      await vi.waitFor(() => expect(baseData.value?.financingTime).toBe(FINANCING_TIME));
      await show(rated);
      await lots('1');
      // 108,500 x 2.5 % and 0.75 % / 360.
      await vi.waitFor(() => expect(facts()[label]).toBe(`+${brought.toFixed(6)} -${paid.toFixed(6)}`));
      expect(facts()['Margin']).toBe('1,085.000000 1,085.000000');
      await userEvent.click(button(/^Buy/));
      await vi.waitFor(() => expect(facts(dialog().element())[label]).toBe(`-${paid.toFixed(6)}`));
      script.putBaseData();
      await vi.waitFor(() => expect(facts(dialog().element())).not.toHaveProperty(label));
    },
  );

  it('that costs less than a cent is not nothing, and what opening costs stands between both', async () => {
    script.putBaseData({ financingTime: FINANCING_TIME });
    await show({ ...eurusd, longRate: 500 });
    // 1,085 x 0.05 % / 360; the spread is 0.12, and the fee a little more than half a cent.
    await vi.waitFor(() => expect(only('[class*=costs]').textContent).toMatch(/-0\.0015$/));
    const middle = () => {
      const { left, width } = (
        page
          .getByText(/^Opening/)
          .element()
          .closest('[class*=costs] > span') ?? document.body
      ).getBoundingClientRect();
      return left + width / 2 - innerWidth / 2;
    };
    putPrices({ ask: ASK });
    script.putBaseData();
    await expect.poll(() => only('[class*=costs]').textContent).toMatch(/^Opening [-.\d]+$/);
    expect(Math.abs(middle())).toBeLessThan(2);
  });

  it('that costs one side nothing is not in the question about that side', async () => {
    putPrices();
    script.putBaseData({ financingTime: FINANCING_TIME });
    await show({ ...eurusd, id: instrumentId(1), longRate: 25_000 });
    await lots('1');
    await vi.waitFor(() => expect(facts()['Next night']).toBe('0.000000 -7.534722'));
    await userEvent.click(button(/^Sell/));
    await vi.waitFor(() => expect(facts(dialog().element())).toHaveProperty('Margin'));
    expect(facts(dialog().element())).not.toHaveProperty('Next night');
    script.putBaseData();
    clearDrafts();
  });
});
