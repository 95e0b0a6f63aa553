import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CODE } from '../../../shared/contract/codes.ts';
import type { OrderEvent } from '../../../shared/contract/order-story.ts';
import { price } from '../../../shared/domain/price.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { setClockFace } from '../../../src/format/clock-face.ts';
import { nextFrame } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import {
  answerPage,
  button,
  closed,
  hold,
  openHistory,
  pending,
  position,
  prepareOrderScene,
  sheet,
  showHeld,
  textOf,
} from './order-scene.tsx';

prepareOrderScene();

const of = (kind: OrderEvent['kind'], at: string, over: Partial<OrderEvent> = {}): OrderEvent => ({
  seq: Date.parse(at),
  id: 1,
  at,
  kind,
  by: 'customer',
  before: {},
  after: {},
  ...over,
});
const bought = of('opened', '2026-11-22T23:58:11.204Z', {
  after: { Status: 1, Quantity: 0.1, OriginPrice: 1.08, TargetLossPrice: 1.07 },
});
const moved = (from: number, to: number, at: string) =>
  of('stops', at, { before: { TargetLossPrice: from }, after: { TargetLossPrice: to } });
const STOPPED = [
  bought,
  moved(1.07, 1.079, '2026-11-23T09:14:03.118Z'),
  of('triggered', '2026-11-23T09:20:31.412Z', { by: 'price', price: 1.07899 }),
  of('closed', '2026-11-23T09:20:31.418Z', {
    by: 'price',
    after: { UpdatePrice: 1.07899, FactProfits: -10.1, CloseReason: 'stop-loss' },
  }),
];

const items = () => [...document.querySelectorAll('dialog ol > li')];
const itemTexts = () =>
  items().map((item) => [...item.querySelectorAll('time, p')].map((one) => one.textContent));
/** From the heading of the story to what stands below it. */
const room = () =>
  ['Order number', 'What happened']
    .map((name) => sheet().getByText(name).element().getBoundingClientRect().top)
    .reduce((below, heading) => Math.round(below - heading));
const isStory = ({ args }: script.ScriptedCall) => args[0] === 'getOrderStory';
async function nextStory(id: number): Promise<script.ScriptedCall> {
  const call = await vi.waitUntil(() => script.calls.find(isStory));
  script.calls.splice(script.calls.indexOf(call), 1);
  expect(call.args[1]).toEqual({ id });
  return call;
}

async function openEnded(...orders: Parameters<typeof answerPage>[1]): Promise<void> {
  setClockFace({ hours: 24, zone: 'UTC' });
  await openHistory();
  await answerPage(1, orders);
  await userEvent.click(button(/details$/).first());
}

const stopped = closed(1, { reason: 'stop-loss', stopLoss: price(107_900), closePrice: price(107_899) });

it('answers why a stop was executed: what was set, touched and executed, to the millisecond', async () => {
  await openEnded(stopped);
  await expect.element(sheet().getByRole('status', { name: 'Loading' })).toBeVisible();
  const before = room();
  (await nextStory(1)).answer(ok({ events: STOPPED }));
  await expect.poll(itemTexts).toEqual([
    ['23:58:11.204Nov 22', 'Bought at 1.08000', 'Buy 0.10 ·\u00a0Stop loss 1.07000'],
    ['09:14:03.118Nov 23', 'Stop loss moved to 1.07900', 'before: 1.07000'],
    ['09:20:31.412', 'Price touched it: 1.07899', 'Stop loss 1.07900'],
    ['09:20:31.418', 'Executed at 1.07899', '1 point past it: no price between'],
  ]);
  expect(items().map((item) => item.querySelector('time')?.dateTime)).toEqual(STOPPED.map(({ at }) => at));
  const weights = items().map((item) => getComputedStyle(item.querySelector('p') ?? item).fontWeight);
  expect(weights).toEqual(['400', '400', '600', '600']);
  // What stands below has not moved.
  expect(room()).toBe(before);
  await expect.element(sheet().getByRole('region', { name: 'What happened' })).toBeVisible();
});

it('shows the newest lines of a long story in the same room, and all on a tap', async () => {
  await openEnded(stopped);
  await expect.element(sheet().getByRole('status', { name: 'Loading' })).toBeVisible();
  const before = room();
  const [, , ...end] = STOPPED;
  const moves = [1, 2, 3].map((minute) =>
    moved(1.07, 1.07 + minute / 1_000, `2026-11-23T09:0${minute}:00.000Z`),
  );
  (await nextStory(1)).answer(ok({ events: [bought, ...moves, ...end] }));
  await expect.poll(() => items().length).toBe(3);
  expect(room()).toBe(before);
  await userEvent.click(button('Show all 6'));
  expect(items()).toHaveLength(6);
  expect(document.activeElement).toBe(items()[0]?.parentElement);
});

it('says why it could not be loaded, and tries again; what is loaded stays without a connection', async () => {
  await openEnded(stopped);
  (await nextStory(1)).answer(err(refusal(5000, 'Busy')));
  await expect.element(sheet().getByRole('alert').getByText('Busy')).toBeVisible();
  await userEvent.click(button('Try again'));
  (await nextStory(1)).answer(ok({ events: STOPPED }));
  await expect.poll(() => items().length).toBe(4);
  // The list of a retry is no answer to a tap that asked for it.
  expect(document.activeElement).not.toBe(items()[0]?.parentElement);
  await script.putConnection('offline');
  await nextFrame();
  expect(
    sheet()
      .getByText(/once you are online/)
      .query(),
  ).toBeNull();
  expect(items()).toHaveLength(4);
  await script.putConnection('live');
});

it('shows at most the newest 200 lines, and says so', async () => {
  await openEnded(stopped);
  const moves = Array.from({ length: 250 }, (_, i) => ({
    ...moved(1.07, 1.07 + i / 10_000, new Date(Date.UTC(2026, 10, 23, 9, 0, i)).toISOString()),
    seq: i + 1,
  }));
  (await nextStory(1)).answer(ok({ events: moves }));
  await userEvent.click(button('Show all 200'));
  expect(items()).toHaveLength(200);
  expect(itemTexts().at(-1)?.[1]).toBe('Stop loss moved to 1.09490');
  await expect.element(sheet().getByText('Only the newest 200 entries are shown')).toBeVisible();
});

it('is quiet where the exchange has no journal', async () => {
  await openEnded(stopped);
  (await nextStory(1)).answer(err(refusal(CODE.notFound, 'Not found')));
  await expect.element(sheet().getByText('Nothing is recorded about this order')).toBeVisible();
  expect(sheet().getByRole('alert').query()).toBeNull();
});

it('tells of an order that was not filled', async () => {
  const { closePrice: _, openPrice: __, margin: ___, fee: ____, realisedPnl: _____, ...facts } = closed(1);
  await openEnded({ ...facts, status: 'cancelled', targetPrice: price(110_000), reason: 'no-margin' });
  const placed = of('placed', '2026-11-23T09:00:00.000Z', {
    price: 1.11,
    after: { Status: 0, Quantity: 0.1, Price: 1.1 },
  });
  const refused = of('refused', '2026-11-23T09:20:00.001Z', {
    by: 'price',
    price: 1.1,
    after: { Status: 2 },
  });
  (await nextStory(1)).answer(ok({ events: [placed, refused] }));
  await expect
    .poll(() => itemTexts().map(([, ...words]) => words))
    .toEqual([
      ['Order placed at 1.10000', 'Limit order ·\u00a0Buy 0.10'],
      ['Not filled at 1.10000: not enough free margin'],
    ]);
});

it('is one tap away from an open position and a pending order, and grows with each change of it', async () => {
  await showHeld([position(1)], [pending(2)]);
  await userEvent.click(button(/details$/).first());
  await userEvent.click(sheet().getByRole('button', { name: 'What happened' }));
  const story = sheet().getByRole('region', { name: 'What happened' });
  await expect.element(story).toHaveFocus();
  (await nextStory(1)).answer(ok({ events: [bought] }));
  await expect.poll(() => items().length).toBe(1);
  await expect.element(story).toBeInViewport();
  await expect.element(story).toHaveFocus();
  await hold([position(1, { stopLoss: price(107_900) })], [pending(2)]);
  (await nextStory(1)).answer(ok({ events: STOPPED.slice(0, 2) }));
  await expect.poll(() => items().length).toBe(2);
  // Several changes at once are loaded together.
  for (const takeProfit of [109_000, 109_500])
    await hold([position(1, { stopLoss: price(107_900), takeProfit: price(takeProfit) })], [pending(2)]);
  (await nextStory(1)).answer(ok({ events: STOPPED.slice(0, 2) }));
  await nextFrame();
  expect(script.calls.filter(isStory)).toEqual([]);
  // A trail that is set is a change, its steps are none.
  for (const stopLoss of [107_910, 107_920, 107_930])
    await hold([position(1, { stopLoss: price(stopLoss), trailPoints: 90 })], [pending(2)]);
  (await nextStory(1)).answer(err(refusal(5000, 'Busy')));
  // What was loaded stays, and it is said that this is not the newest.
  await expect.element(story.getByText('Busy')).toBeVisible();
  expect(items()).toHaveLength(2);
  expect(script.calls.filter(isStory)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet()).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('tab', { name: /Pending/ }));
  await userEvent.click(button(/details$/).first());
  await userEvent.click(sheet().getByRole('button', { name: 'What happened' }));
  (await nextStory(2)).answer(err(refusal(LOCAL_CODE.notRecorded)));
  await textOf(sheet().getByRole('alert')).toMatch(/./);
  expect(button('Try again').query()).toBeNull();
});
