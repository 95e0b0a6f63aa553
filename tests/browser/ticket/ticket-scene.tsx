import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { clearDrafts } from '../../../src/screens/Trade/ticket/ticket-drafts.ts';
import { areTapsShown, clearOrderTaps, orderTaps } from '../../../src/state/order-taps.ts';
import { balanceHidden, confirmOrders } from '../../../src/state/preferences.ts';
import { quoteOf } from '../../../src/state/quotes.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { nextFrame, type Rendered, render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';

/* The ticket over a scripted engine: a demo account with 10,000, all of it free, and two open markets. */

export const gbpusd = { ...eurusd, id: instrumentId(2), code: 'GBPUSD', showCode: 'GBP/USD' };
/** The price of both. */
export const NOW = 108_500;

let view: Rendered | undefined;

/** Shows the node in place of the one before. */
export async function mount(node: ReactNode): Promise<void> {
  if (view) view.show(node);
  else view = await render(node);
}

/** The element of what is shown. */
export const host = (): HTMLElement => view?.host ?? document.body;

export function leave(): void {
  view?.remove();
  view = undefined;
}

/** Shows the ticket of an instrument; waits for its price and, with one-tap trading, for the code of its fates. */
export async function show(
  instrument = eurusd,
  node: ReactNode = <Ticket instrument={instrument} />,
): Promise<void> {
  await mount(node);
  await vi.waitFor(() => expect(quoteOf(instrument.id).close.value).toBe(NOW));
  if (!confirmOrders.value) await vi.waitFor(() => expect(areTapsShown()).toBe(true));
  await nextFrame();
}

export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const field = (name: string) => page.getByRole('textbox', { name, exact: true });
export const dialog = () => page.getByRole('dialog');
export const confirm = () => dialog().getByRole('button', { name: /^(Buy|Sell)/ });
/** Opens a stop in the place of the lots, as a price. */
export async function openStop(name: 'SL' | 'TP' = 'SL'): Promise<void> {
  await userEvent.click(button(new RegExp(`^${name} `)));
  await choose('Price');
}
export const fold = () => userEvent.click(button('Done'));
/** A tap on the words of a radio button. */
export const choose = async (words: string): Promise<void> => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === words);
  await userEvent.click(label ?? document.body);
};
export async function chooseMultiple(words: string): Promise<void> {
  await userEvent.click(button(/^\d+×$/).first());
  await userEvent.click(page.getByRole('group', { name: 'Leverage' }).getByRole('button', { name: words }));
  await fold();
}
/** Makes it a pending order; its price is open. */
export async function choosePending(): Promise<void> {
  await userEvent.click(button('Market'));
  await choose('Pending');
}
export const showFigures = () => userEvent.click(button('Tolerance and figures'));
/** The line with the fates of one-tap orders, which opens their list. */
export const line = () => button(/^One-tap trading: /);
/** The texts that an element has from now on, each once it is written. */
export function textsOf(element: Element): readonly string[] {
  const texts: string[] = [];
  const observer = new MutationObserver(() => texts.push(element.textContent));
  observer.observe(element, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return texts;
}
/** Of the list of one-tap orders, newest first. */
export const fates = () => orderTaps.value.map(({ fate }) => fate.status);
export const toastTexts = () => toasts.value.map(({ text }) => text);

/** Taps Buy or Sell with one-tap trading; the call waits for an answer. */
export async function tap(side: 'Buy' | 'Sell'): Promise<script.ScriptedCall> {
  await userEvent.click(button(new RegExp(`^${side}`)));
  return script.nextCall('submitOrder');
}

/** Sends an order after its confirmation; the call waits for an answer. */
export async function send(side: 'Buy' | 'Sell'): Promise<script.ScriptedCall> {
  await userEvent.click(button(new RegExp(`^${side}`)));
  await userEvent.click(confirm());
  return script.nextCall('submitOrder');
}

/** The answer to an order that was filled. */
export const filled = (request: unknown, openPrice = NOW) => ({
  ok: true,
  value: {
    ...Object(request),
    status: 'open',
    id: 1,
    code: 'EURUSD',
    showCode: 'EUR/USD',
    precision: 5,
    createdAt: 1_700_000_000_000,
    openPrice,
    margin: 0,
    fee: 0,
  },
});

/** Both instruments at their price but for `patch`, and the account. */
export const putPrices = (patch: Partial<ReturnType<typeof script.aQuote>> = {}, account = {}): void =>
  script.putFrame({
    quotes: [eurusd, gbpusd].map(({ id }) => ({ id, timeMs: 1_700_000_000_000, ...patch })),
    account,
  });

/** Prepares each test of a file, and checks that the test expected each call. */
export function prepareTicketScene(): void {
  beforeAll(() => script.startTrading(eurusd, gbpusd));
  beforeEach(() => {
    confirmOrders.value = true;
    balanceHidden.value = false;
    putPrices();
  });
  afterEach(async () => {
    leave();
    const unexpected = script.calls.splice(0);
    // An order without an answer would stay in the list, and keep those of the next test waiting.
    await script.refuseUnanswered(() => fates().every((status) => status !== 'sent'));
    script.calls.splice(0);
    clearOrderTaps();
    for (const { id } of toasts.value) dismissToast(id);
    for (const key of Object.keys(localStorage)) if (key.includes('ticket.')) localStorage.removeItem(key);
    clearDrafts();
    expect(unexpected).toEqual([]);
  });
}
