import { Profiler } from 'react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { HistoryPage } from '../../../shared/contract/domain.ts';
import type { ClosedOrder, PendingOrder, Position } from '../../../shared/domain/order.ts';
import { ok } from '../../../shared/result.ts';
import { OrderNotices } from '../../../src/app/OrderNotices.tsx';
import { Toasts } from '../../../src/components/Toasts.tsx';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { OrderScreen } from '../../../src/screens/Order/OrderScreen.tsx';
import { figures, working } from '../../../src/state/account.ts';
import { confirmOrders, singlePositions } from '../../../src/state/preferences.ts';
import { replaySource } from '../../../src/state/replay-source.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aClosed, aPending, aPosition } from '../../helpers/orders.ts';
import type { Plain } from '../../helpers/plain.ts';
import { nextFrame, type Rendered, render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';

/* The orders screen over a scripted engine, for the tests beside. */

const created = (id: number) => ({ id, createdAt: 1_700_000_000_000 + id });
export const position = (id: number, patch: Plain<Position> = {}): Position =>
  aPosition({ ...created(id), margin: 108_000_000, fee: 54_000, ...patch });
export const pending = (id: number, patch: Plain<PendingOrder> = {}): PendingOrder =>
  aPending({ ...created(id), ...patch });
export const closed = (id: number, patch: Plain<ClosedOrder> = {}): ClosedOrder =>
  aClosed({
    ...created(id),
    margin: 108_000_000,
    fee: 54_000,
    realisedPnl: 10_000_000,
    closedAt: 1_700_000_100_000 + id,
    reason: 'take-profit',
    ...patch,
  });

let view: Rendered | undefined;
let renders = 0;

/** Renders of the screen since `show`. */
export const renderCount = (): number => renders;

/** Open positions at a price, with the matching figures of the account. */
export function tick(ids: readonly number[], now: number, timeMs = 1): void {
  const pnl = (now - 108_000) * 100_000;
  script.putFrame({
    quotes: [{ close: now, timeMs }],
    account: {
      floatingPnl: pnl * ids.length,
      margin: 108_000_000 * ids.length,
      ...(ids.length > 0 ? { marginLevel: 925_926, riskRate: 108 } : {}),
    },
    positions: ids.map((id) => ({ id, price: now, pnl })),
  });
}

export async function hold(
  positions: readonly Position[],
  waiting: readonly PendingOrder[] = [],
): Promise<void> {
  script.put('working', { status: 'ready', positions, pending: waiting });
  tick(
    positions.map((one) => one.id),
    108_500,
  );
  await vi.waitFor(() => {
    const now = working.value;
    expect(now.status === 'ready' && [...now.positions, ...now.pending].map((one) => one.id)).toEqual(
      [...positions, ...waiting].map((one) => one.id),
    );
  });
}

/** Renders the screen, whatever is known of the account. */
export async function mount(): Promise<void> {
  renders = 0;
  view = await render(
    <>
      <Profiler id="orders" onRender={() => renders++}>
        <OrderScreen />
      </Profiler>
      <OrderNotices />
      <Toasts />
    </>,
  );
}

/** Renders the screen of an account whose figures are known. */
export async function show(): Promise<void> {
  await mount();
  await vi.waitFor(() => expect(figures.balance.value).toBe(1e10));
  await nextFrame();
}

/** `hold` and `show`. */
export async function showHeld(...held: Parameters<typeof hold>): Promise<void> {
  await hold(...held);
  await show();
}

/** Shows the history of an account; its first page waits for an answer. */
export async function openHistory(positions: readonly Position[] = []): Promise<void> {
  await showHeld(positions);
  await userEvent.click(tab(/History/));
}

/** Closed orders `from` down to `to`. */
export const closedOrders = (from: number, to: number): readonly ClosedOrder[] =>
  Array.from({ length: from - to + 1 }, (_, i) => closed(from - i));

/** A page of the history. */
export const historyPage = (orders: HistoryPage['orders'], over: Plain<HistoryPage> = {}) =>
  ok({ orders, total: orders.length, balance: 0, realisedTotal: 0, ...over });

/** Expects the history to be asked for page `number`, and answers. */
export async function answerPage(number: number, ...page: Parameters<typeof historyPage>): Promise<void> {
  const call = await script.nextOf('history');
  expect(call.args[0]).toBe(number);
  call.answer(historyPage(...page));
}

export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const tab = (name: RegExp) => page.getByRole('tab', { name });
export const sheet = () => page.getByRole('dialog');
export const ask = () => page.getByRole('alertdialog');
export const answer = (name: string) => ask().getByRole('button', { name, exact: true });
export const toastTexts = () => toasts.value.map((toast) => toast.text);
/** The visible text of the element, joined. */
export const textOf = (place: Locator) => expect.poll(() => place.query()?.textContent);
export const rows = () => document.querySelectorAll('article').length;

const BY_THEMSELVES: ReadonlySet<unknown> = new Set(['getLedger', 'getOrderStory']);
/** A wide trade screen asks for the last few closed orders, the history for whole pages. */
const readsByItself = ({ name, args }: (typeof script.calls)[number]): boolean =>
  BY_THEMSELVES.has(args[0]) || (name === 'history' && Object(args[1]).limit !== undefined);

/** Prepares each test of a file. */
export function prepareOrderScene(): void {
  beforeAll(() => script.startTrading(eurusd));
  beforeEach(() => {
    confirmOrders.value = true;
    singlePositions.value = true;
  });
  afterEach(() => {
    view?.remove();
    replaySource.value = undefined;
    for (const toast of toasts.value) dismissToast(toast.id);
    // The curve beside a history and the story of an ended order read by themselves; their own tests answer them.
    expect(script.calls.splice(0).filter((call) => !readsByItself(call))).toEqual([]);
  });
}
