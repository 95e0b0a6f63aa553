import { describe, expect, it } from 'vitest';
import type { AnsweredOrder } from '../../../server/exchange/dealing.ts';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { addMoney, type Money, subMoney, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { type Order, type OrderId, orderId } from '../../../shared/domain/order.ts';
import { volume } from '../../../shared/domain/volume.ts';
import type { Result } from '../../../shared/result.ts';
import { type Dealing, INSTRUMENTS, startDealing, ticket } from '../../helpers/dealing.ts';
import { type Chance, createChance } from '../../sim/chance.ts';

/** Schedules: the events of one account while the market moves, closes and opens. */
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 200);
const SEED = Number(process.env['SEED'] ?? 18);
/** Accounts whose schedules run side by side, under the same prices. */
const SIDE_BY_SIDE = 50;
const BASE = 1.2;
const BALANCE = 3_000;

/** One account's part of a schedule. */
interface Player {
  readonly account: AccountId;
  readonly positions: readonly OrderId[];
  readonly before: Money;
  /** The outcome of each manual command. */
  readonly answers: { readonly id: OrderId; readonly answer: Result<AnsweredOrder> }[];
  wasReset: boolean;
}

describe(`${SCHEDULES} schedules of closes, stops, stop outs, session ends and resets at once`, () => {
  it('end with one outcome for each order, and matching balances', {
    timeout: 60_000 + SCHEDULES * 50,
  }, async () => {
    const chance = createChance(SEED);
    const instruments = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths: 500 }));
    const dealing = await startDealing({ instruments, balance: BALANCE });
    const accounts = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, dealing.openAccount));
    const endings = new Map<string, number>();
    for (let done = 0; done < SCHEDULES; done += SIDE_BY_SIDE) {
      const players = await open(dealing, chance, accounts);
      dealing.events.length = 0;
      const prices = await play(dealing, chance, players);
      for (const player of players) await verify(dealing, player, prices, endings);
      expect(dealing.errors).toEqual([]);
      await clear(dealing, accounts);
    }
    // Every kind of ending occurred, and manual closes were both first and late.
    for (const ending of ['manual', 'stop-loss', 'take-profit', 'stop-out', 'reset', 'late', 'closed market'])
      expect(endings.get(ending) ?? 0, ending).toBeGreaterThan(0);
  });
});

/** Two to three positions each, with near stops, some so large that the margin is soon used up. */
async function open(dealing: Dealing, chance: Chance, accounts: readonly AccountId[]): Promise<Player[]> {
  const { exchange, market } = dealing;
  market.session('EURUSD', { status: 'open' });
  market.tick('EURUSD', BASE);
  return Promise.all(
    accounts.map(async (account) => {
      const { balance } = await exchange.figures(account);
      const count = chance.whole(2, 3);
      const isHeavy = chance.happens(0.3);
      const heavySide = chance.happens(0.5);
      const orders = Array.from({ length: count }, () => {
        const side = (isHeavy ? heavySide : chance.happens(0.5)) ? ('buy' as const) : ('sell' as const);
        const away = (points: number) => BASE + (side === 'buy' ? points : -points) / 100_000;
        return ticket('EURUSD', side, {
          lots: isHeavy ? 2.3 : chance.whole(2, 20) / 100,
          multiple: 200,
          ...(chance.happens(isHeavy ? 0.2 : 0.6) ? { stopLoss: away(-chance.whole(20, 400)) } : {}),
          ...(chance.happens(0.4) ? { takeProfit: away(chance.whole(20, 400)) } : {}),
        });
      });
      const opened = await Promise.all(orders.map((order) => exchange.submit(account, order)));
      const held = opened.flatMap((one) => (one.ok ? [one.value] : []));
      const fees = held.reduce((sum, one) => ('fee' in one ? addMoney(sum, one.fee) : sum), ZERO_MONEY);
      return {
        account,
        positions: held.map(({ id }) => id),
        before: subMoney(balance, fees),
        answers: [],
        wasReset: false,
      };
    }),
  );
}

/** Everything at once, in random order. @returns the prices, in points */
async function play(
  dealing: Dealing,
  chance: Chance,
  players: readonly Player[],
): Promise<ReadonlySet<number>> {
  const { exchange, market, clock } = dealing;
  const prices = new Set([Math.round(BASE * 100_000)]);
  const under: Promise<unknown>[] = [];
  const manual = (player: Player, id: OrderId) => {
    const size = chance.happens(0.3) ? volume(100 * chance.whole(1, 10)) : undefined;
    const closing = chance.happens(0.9)
      ? exchange.close(player.account, id, undefined, size)
      : exchange.cancel(player.account, id);
    under.push(closing.then((answer) => player.answers.push({ id, answer })));
  };
  const steps: (() => void)[] = players.flatMap((player) => [
    ...player.positions.flatMap((id) => (chance.happens(0.6) ? [() => manual(player, id)] : [])),
    ...player.positions.flatMap((id) => (chance.happens(0.2) ? [() => manual(player, id)] : [])),
    ...(chance.happens(0.05)
      ? [
          () => {
            player.wasReset = true;
            under.push(exchange.resetDemo(player.account));
          },
        ]
      : []),
  ]);
  const move = () => {
    const points = Math.round(BASE * 100_000) + chance.whole(-900, 900);
    prices.add(points);
    market.tick('EURUSD', points / 100_000);
  };
  for (let i = 0; i < 12; i++) steps.push(move);
  for (let i = 0; i < 6; i++) steps.push(() => clock.advance(20));
  for (let i = 0; i < 2; i++) steps.push(() => market.session('EURUSD', { status: 'closed' }));
  steps.push(() => market.session('EURUSD', { status: 'open' }));
  for (const step of shuffled(steps, chance)) {
    step();
    if (chance.happens(0.2)) await Promise.resolve();
    if (chance.happens(0.05)) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(under);
  // Wait until the effects of the prices are done: each account's turn comes after its waiting commands.
  for (let round = 0; round < 3; round++) {
    clock.advance(50);
    await Promise.all(players.map(({ account }) => exchange.cancel(account, orderId(0))));
  }
  return prices;
}

function shuffled<T>(list: readonly T[], chance: Chance): readonly T[] {
  return list
    .map((one) => [chance.next(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

async function verify(
  { exchange, store, events }: Dealing,
  { account, positions, before, answers, wasReset }: Player,
  prices: ReadonlySet<number>,
  endings: Map<string, number>,
): Promise<void> {
  const count = (ending: string) => endings.set(ending, (endings.get(ending) ?? 0) + 1);
  const told = events.filter(({ accountId }) => accountId === account);
  const ended = told.flatMap(({ orders }) => orders).filter(({ status }) => status === 'closed');
  const own = ended.filter(({ id }) => positions.includes(id));
  const still = await exchange.working(account);
  // Each position ended once, or is still open.
  expect([...own.map(({ id }) => id), ...still.map(({ id }) => id)].toSorted(byNumber)).toEqual(
    [...positions].toSorted(byNumber),
  );
  // Only the command that closed it got that answer.
  const manual = ended.filter((order) => reasonOf(order) === 'manual').map(({ id }) => id);
  const closedByHand = answers.flatMap(({ answer }) => (answer.ok ? [answer.value.id] : []));
  expect(closedByHand.toSorted(byNumber)).toEqual(manual.toSorted(byNumber));
  for (const { answer } of answers) {
    if (answer.ok) continue;
    expect([CODE.conflict, CODE.marketClosed, CODE.badVolume]).toContain(answer.error.code);
    count(answer.error.code === CODE.marketClosed ? 'closed market' : 'late');
  }
  let profit = ZERO_MONEY;
  for (const order of ended) {
    if (order.status !== 'closed') continue;
    count(order.reason);
    expect(prices).toContain(order.closePrice);
    // A point of one lot is a dollar.
    const points = (order.closePrice - order.openPrice) * (order.side === 'buy' ? 1 : -1);
    expect(order.realisedPnl).toBe(points * order.volume * 100 || 0);
    profit = addMoney(profit, order.realisedPnl);
  }
  const { balance, advance } = await ledgerRepository(store.read).standing(account);
  expect((await exchange.figures(account)).balance).toBe(balance);
  expect(balance).toBeGreaterThanOrEqual(0);
  // Unless the house covered a loss or the account was reset, the balance changed by profits and losses.
  const due = addMoney(before, profit);
  if (!wasReset && !wentBelow(told)) expect(subMoney(balance, advance)).toBe(due);
  expect((await orderRepository(store.read).working([account])).map(({ order }) => order)).toEqual(still);
}

/** Whether the balance was used up on the way: then the house covered a loss. */
const wentBelow = (told: Dealing['events']): boolean => told.some((event) => event.account.balance === 0);
const reasonOf = (order: Order) => (order.status === 'closed' ? order.reason : undefined);
const byNumber = (a: number, b: number) => a - b;

/** For the next schedules: nothing open, and the initial balance. */
async function clear({ exchange }: Dealing, accounts: readonly AccountId[]): Promise<void> {
  const resets = await Promise.all(accounts.map((account) => exchange.resetDemo(account)));
  expect(resets.every(({ ok }) => ok)).toBe(true);
}
