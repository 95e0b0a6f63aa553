import { describe, expect, it } from 'vitest';
import type { Command, Context, Movement } from '../../../server/exchange/command.ts';
import { decide } from '../../../server/exchange/decide.ts';
import { type AccountState, apply, figuresOf, positionsOf } from '../../../server/exchange/state.ts';
import { totalsOf } from '../../../server/exchange/valuation.ts';
import { advanceAccount, balanceAccount, holdAccount } from '../../../server/ledger/posting.ts';
import type { Book } from '../../../server/ledger-account.ts';
import { seededRandom } from '../../../server/seeded-random.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { money, moneyFromWire, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { INSTRUMENTS, START, ticket } from '../../helpers/dealing.ts';
import { createScriptedMarket, type ScriptedMarket } from '../../helpers/scripted-market.ts';

/** Number of steps; a million takes some seconds. */
const OPERATIONS = Number(process.env['OPERATIONS'] ?? 20_000);
const SEED = Number(process.env['SEED'] ?? 20_261_121);

/** A second set of books, kept in the simplest way. */
type Books = Map<string, bigint>;

interface World {
  readonly state: AccountState;
  readonly books: Books;
  /** The held amount of each withdrawal in review. */
  readonly held: Map<number, { readonly amount: number; readonly fee: number }>;
  /** The kinds of steps that happened at least once, to show that the run covered all. */
  readonly seen: Set<string>;
}

const account = 7 as AccountId;
const settings = { stopOutPercent: 50, feeType: 'of-margin', demoBalance: moneyFromWire(100_000) } as const;
const listed = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths: 777 }));

function begin(book: Book): World {
  const standing = { balance: ZERO_MONEY, advance: ZERO_MONEY, hold: ZERO_MONEY };
  return {
    state: { id: account, book, n: 0, standing, isCalled: false, orders: new Map() },
    books: new Map(),
    held: new Map(),
    seen: new Set(),
  };
}

/** An amount of any size, often exactly the available one, one more or one less. */
function amountNear(random: (below: number) => number, edge: number): number {
  const near = [edge, edge + 1, edge - 1][random(6)];
  return Math.max(1, near ?? random(10) ** random(11) + random(1_000_000));
}

function movementIn({ state, held }: World, random: (below: number) => number, next: number): Movement {
  const { balance } = state.standing;
  const [waiting] = [...held.keys()].slice(random(Math.max(1, held.size)));
  const known = waiting === undefined ? undefined : held.get(waiting);
  switch (random(5)) {
    case 0:
      return { kind: 'deposit', amount: money(amountNear(random, 5_000_000_000)), paymentId: next };
    case 1:
      return { kind: 'withdraw-hold', amount: money(amountNear(random, balance)), paymentId: next };
    case 2:
      return {
        kind: 'withdraw-release',
        amount: money(known?.amount ?? amountNear(random, 0)),
        paymentId: waiting ?? next,
      };
    case 3:
      return {
        kind: 'withdraw-paid',
        amount: money(known?.amount ?? amountNear(random, 0)),
        fee: money(known?.fee ?? 0),
        paymentId: waiting ?? next,
      };
    default: {
      const amount = amountNear(random, balance);
      return { kind: 'adjustment', amount: money(random(2) === 0 ? amount : -amount), memo: 'random' };
    }
  }
}

function commandIn(world: World, random: (below: number) => number, next: number): Command {
  const orders = [...world.state.orders.keys()];
  const id = orders[random(Math.max(1, orders.length))] ?? orderId(1);
  const [last] = positionsOf(world.state).slice(-1);
  switch (random(12)) {
    case 0:
      return { type: 'submit', order: ticket('EURUSD', 'buy', { lots: (1 + random(300)) / 100 }) };
    case 1:
    case 2: {
      // The other half of a hedge: closing the losing one may need an advance.
      if (last === undefined) return { type: 'stop-out' };
      const order = ticket('EURUSD', last.side === 'buy' ? 'sell' : 'buy', {});
      return { type: 'submit', order: { ...order, volume: last.volume } };
    }
    case 3:
    case 4:
      return { type: 'close', id };
    case 5:
      return random(200) === 0 ? { type: 'reset' } : { type: 'close', id };
    case 6:
      return random(10) === 0 ? { type: 'stop-out' } : { type: 'close', id };
    default:
      return { type: 'move', movement: movementIn(world, random, next) };
  }
}

/** Why a movement must be refused, derived independently of the code; undefined if it must not. */
function expectedRefusal(
  { state, held }: World,
  movement: Movement,
  market: ScriptedMarket,
): number | undefined {
  if (state.book === 'demo' && movement.kind !== 'adjustment') return CODE.notForDemo;
  const { balance, hold } = state.standing;
  const totals = totalsOf(state, market);
  switch (movement.kind) {
    case 'withdraw-hold':
      if (totals === undefined) return CODE.marketClosed;
      return movement.amount <= balance && movement.amount <= totals.freeMargin
        ? undefined
        : CODE.insufficientBalance;
    case 'withdraw-release':
    case 'withdraw-paid':
      expect(hold).toBe([...held.values()].reduce((sum, one) => sum + one.amount, 0));
      return movement.amount <= hold ? undefined : CODE.conflict;
    case 'adjustment':
      return balance + movement.amount >= 0 ? undefined : CODE.insufficientBalance;
    case 'deposit':
      return undefined;
  }
}

/** Applies the step to these books; @returns the state after it. */
function step(world: World, command: Command, context: Context): World {
  const decided = decide(world.state, command, context);
  if (command.type === 'move') {
    const code = expectedRefusal(world, command.movement, context.prices as ScriptedMarket);
    expect(decided.ok ? undefined : decided.error.code).toBe(code);
  }
  const what = command.type === 'move' ? command.movement.kind : command.type;
  world.seen.add(`${what} ${decided.ok ? 'done' : decided.error.code}`);
  if (world.state.standing.advance > 0) world.seen.add(`${what} under an advance`);
  if (!decided.ok) return world;
  for (const { posting } of decided.value) {
    let sum = 0n;
    for (const leg of posting?.legs ?? []) {
      sum += BigInt(leg.amount);
      world.books.set(leg.account, (world.books.get(leg.account) ?? 0n) + BigInt(leg.amount));
      if (leg.account.startsWith('house:')) expect(leg.account).toContain(`:${world.state.book}:`);
    }
    if (sum !== 0n) throw new Error(`a posting sums to ${sum}`);
  }
  if (command.type === 'move') {
    const { movement } = command;
    if (movement.kind === 'withdraw-hold') {
      const fee = Math.floor(movement.amount / 50);
      world.held.set(movement.paymentId, { amount: movement.amount, fee });
    }
    if (movement.kind === 'withdraw-release' || movement.kind === 'withdraw-paid') {
      world.held.delete(movement.paymentId);
    }
  }
  const state = apply(world.state, decided.value);
  if (command.type === 'move') checkMoved(world.state, state, command.movement);
  return { ...world, state };
}

/** The whole amount is booked: no movement causes a loss of the house. */
function checkMoved(
  { standing: before }: AccountState,
  { standing: after }: AccountState,
  movement: Movement,
) {
  const owned = after.balance - after.advance - (before.balance - before.advance);
  const held = after.hold - before.hold;
  const { amount } = movement;
  const expected = {
    deposit: [amount, 0],
    adjustment: [amount, 0],
    'withdraw-hold': [-amount, amount],
    'withdraw-release': [amount, -amount],
    'withdraw-paid': [0, -amount],
  }[movement.kind];
  if (owned !== expected[0] || held !== expected[1]) {
    throw new Error(`${movement.kind} of ${amount} moved ${owned} and held ${held}`);
  }
}

function checkWorld({ state, books, held }: World): void {
  const { balance, advance, hold } = state.standing;
  const of = (name: string) => Number(books.get(name) ?? 0n);
  const kept = [of(balanceAccount(account)), -of(advanceAccount(account)) + 0, of(holdAccount(account))];
  const holds = [...held.values()].reduce((sum, one) => sum + one.amount, 0);
  const margins = positionsOf(state).reduce((sum, one) => sum + one.margin, 0);
  let sum = 0n;
  for (const amount of books.values()) sum += amount;
  const fine =
    balance >= 0 &&
    advance >= 0 &&
    (balance === 0 || advance === 0) &&
    (advance === 0 || positionsOf(state).length > 0) &&
    kept[0] === balance &&
    kept[1] === advance &&
    kept[2] === hold &&
    hold === holds &&
    sum === 0n &&
    figuresOf(state).balance === balance - advance &&
    figuresOf(state).lockBalance === margins + holds;
  if (!fine)
    throw new Error(`the books are wrong: ${JSON.stringify({ standing: state.standing, kept, holds })}`);
}

const DONE_AND_REFUSED = [
  `withdraw-hold ${CODE.insufficientBalance}`,
  `withdraw-release ${CODE.conflict}`,
  `withdraw-paid ${CODE.conflict}`,
  ...['deposit', 'withdraw-hold', 'withdraw-release', 'withdraw-paid'].map((kind) => `${kind} done`),
  ...['deposit', 'withdraw-release', 'adjustment'].map((kind) => `${kind} under an advance`),
];
const EVERYWHERE = {
  real: ['adjustment done', `adjustment ${CODE.insufficientBalance}`, ...DONE_AND_REFUSED],
  demo: ['adjustment done', `deposit ${CODE.notForDemo}`, `withdraw-hold ${CODE.notForDemo}`, 'reset done'],
};

describe('random movements of money, among random orders', () => {
  it.each(['real', 'demo'] as const)(
    `keep the books of a %s account in order, ${OPERATIONS} times (seed ${SEED})`,
    (book) => {
      const { next } = seededRandom(String(SEED));
      const random = (below: number) => Math.floor(next() * below);
      const market = createScriptedMarket(listed, START);
      let world = begin(book);
      for (let i = 1; i <= OPERATIONS; i++) {
        if (i % 3 === 1) market.tick('EURUSD', 1.2 + (random(20_001) - 10_000) / 100_000);
        const command = commandIn(world, random, i);
        world = step(world, command, {
          now: START,
          wall: START,
          prices: market,
          settings,
          newId: orderId(i),
        });
        checkWorld(world);
      }
      expect([...world.seen].sort()).toEqual(expect.arrayContaining(EVERYWHERE[book]));
    },
    600_000,
  );
});
