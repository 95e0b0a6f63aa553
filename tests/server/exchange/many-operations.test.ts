import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import type { Movement } from '../../../server/exchange/command.ts';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { shownBalance } from '../../../server/ledger/settle.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { type Dealing, INSTRUMENTS, startDealing, ticket } from '../../helpers/dealing.ts';
import { type Chance, createChance } from '../../sim/chance.ts';

/** Operations of users, operator and prices on one exchange and its database. */
const OPERATIONS = Number(process.env['OPERATIONS'] ?? 1_500);
/** The outcomes that must occur do so with the first seed; another one is new in each run. */
const SEEDS =
  process.env['SEED'] === undefined ? [20, Date.now() % 1_000_000_000] : [Number(process.env['SEED'])];
/** Requested in parallel, then checked. */
const AT_ONCE = 30;
/** The check reads all entries: a long run is checked about fifty times. */
const CHECK_EVERY = Math.max(900, OPERATIONS / 50);

const BASE: Readonly<Record<string, number>> = { EURUSD: 1.2, USDJPY: 150, GBPUSD: 1.5, XAUUSD: 2_000 };
const CODES = Object.keys(BASE);

interface World extends Dealing {
  readonly chance: Chance;
  readonly demo: readonly AccountId[];
  readonly real: readonly AccountId[];
}

type Operation = (world: World) => Promise<unknown>;

const anyone = ({ chance, demo, real }: World): AccountId => {
  const account = chance.pick([...demo, ...real]);
  if (account === undefined) throw new Error('there is nobody');
  return account;
};

/** One of the account's working orders, or an unknown one. */
async function anyOrder({ exchange, chance }: World, account: AccountId) {
  return chance.pick(await exchange.working(account))?.id ?? orderId(1);
}

const around = (chance: Chance, code: string, part: number) =>
  (BASE[code] ?? 1) * (1 + (chance.next() - 0.5) * part);

function anyTicket({ chance }: World) {
  const code = chance.pick(CODES) ?? 'EURUSD';
  const stops = chance.happens(0.4)
    ? { stopLoss: around(chance, code, 0.1), takeProfit: around(chance, code, 0.1) }
    : {};
  return ticket(code, chance.happens(0.5) ? 'buy' : 'sell', {
    lots: chance.whole(1, 150) / 100,
    multiple: chance.pick([20, 100, 200, 7]) ?? 100,
    ...(chance.happens(0.3) ? { target: around(chance, code, 0.1) } : {}),
    ...(chance.happens(0.5) ? { cid: `many-${chance.whole(10_000, 99_999_999)}` } : {}),
    ...stops,
  });
}

/** The tests of payments check the owner of a payment's rows. */
function anyMovement({ chance }: World): Movement {
  const amount = moneyFromWire(chance.whole(1, 4_000) * (chance.happens(0.3) ? -1 : 1));
  return { kind: 'adjustment', amount, memo: 'put right' };
}

const OPERATIONS_BY_WEIGHT: readonly (readonly [number, Operation])[] = [
  [30, (world) => world.exchange.submit(anyone(world), anyTicket(world))],
  // Mostly small steps; sometimes a gap far beyond every stop out.
  [
    25,
    async ({ market, chance }) => {
      const code = chance.pick(CODES) ?? 'EURUSD';
      market.tick(code, around(chance, code, chance.happens(0.15) ? 0.4 : 0.02));
    },
  ],
  [
    20,
    async (world) => {
      const account = anyone(world);
      const size = world.chance.happens(0.3) ? volume(100 * world.chance.whole(1, 100)) : undefined;
      return world.exchange.close(account, await anyOrder(world, account), undefined, size);
    },
  ],
  [
    5,
    async (world) => {
      const account = anyone(world);
      return world.exchange.cancel(account, await anyOrder(world, account));
    },
  ],
  [
    5,
    async (world) => {
      const account = anyone(world);
      const [stopLoss, takeProfit] = [world.chance.whole(1, 200_000), world.chance.whole(1, 200_000)];
      const stops = { stopLoss: price(stopLoss), takeProfit: price(takeProfit) };
      return world.exchange.setStops(account, await anyOrder(world, account), stops);
    },
  ],
  [10, async ({ clock }) => clock.advance(20)],
  [
    12,
    (world) =>
      world.exchange.transfer(world.chance.pick(world.real) ?? anyone(world), anyMovement(world), {
        answer: () => 'moved',
      }),
  ],
  [1, (world) => world.exchange.resetDemo(world.chance.pick(world.demo) ?? anyone(world))],
  [
    2,
    async ({ market, chance }) => {
      const code = chance.pick(CODES) ?? 'EURUSD';
      market.session(code, chance.happens(0.4) ? { status: 'closed' } : { status: 'open' });
    },
  ],
];
const TOTAL_WEIGHT = OPERATIONS_BY_WEIGHT.reduce((sum, [weight]) => sum + weight, 0);

function anyOperation(chance: Chance): Operation {
  let left = chance.whole(1, TOTAL_WEIGHT);
  for (const [weight, operation] of OPERATIONS_BY_WEIGHT) {
    left -= weight;
    if (left <= 0) return operation;
  }
  throw new Error('the weights do not add up');
}

describe(`${OPERATIONS} random operations, with gaps through the stop out`, () => {
  it.each(SEEDS)(
    'of the seed %d keep the books in order, no balance below zero, and memory equal to the store',
    {
      timeout: 60_000 + OPERATIONS * 20,
    },
    async (seed) => {
      const chance = createChance(seed);
      const instruments = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths: 1_234 }));
      const dealing = await startDealing({ balance: 6_000, instruments });
      for (const code of CODES) dealing.market.tick(code, BASE[code] ?? 1);
      const world: World = {
        ...dealing,
        chance,
        demo: await Promise.all(Array.from({ length: 6 }, dealing.openAccount)),
        real: await Promise.all(Array.from({ length: 4 }, (_, i) => openReal(dealing, i))),
      };
      let checked = 0;
      for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => anyOperation(chance)(world)));
        if (done - checked < CHECK_EVERY) continue;
        checked = done;
        await verify(world);
      }
      await verify(world);
      if (seed !== SEEDS[0]) return world.stop();
      // The stop out happened, and the house covered losses beyond the balances.
      const reasons = new Set(
        world.events.flatMap(({ orders }) => orders).map((order) => 'reason' in order && order.reason),
      );
      expect([...reasons]).toEqual(
        expect.arrayContaining(['manual', 'stop-loss', 'take-profit', 'stop-out']),
      );
      const shortfalls = [...(await ledgerRepository(world.store.read).balances())].filter(([id]) =>
        /shortfall$/.test(id),
      );
      expect(shortfalls.some(([, amount]) => amount < 0)).toBe(true);
      await world.stop();
    },
  );
});

async function openReal({ accounts }: Dealing, index: number): Promise<AccountId> {
  const account = { kind: 'email', value: `many-${index}@example.com` } as const;
  const made = await accounts.createUser({ email: account, password: 'correct horse battery' });
  const login = made.ok ? await accounts.login(account, 'correct horse battery') : made;
  const session = login.ok ? await accounts.session(login.value.token) : undefined;
  if (session === undefined) throw new Error('a new account could not log in');
  return session.accountId;
}

async function verify(world: World): Promise<void> {
  const { exchange, store, clock, demo, real, errors } = world;
  for (let round = 0; round < 3; round++) {
    clock.advance(50);
    await Promise.all([...demo, ...real].map((account) => exchange.cancel(account, orderId(0))));
  }
  expect(errors).toEqual([]);
  expect(await auditBooks(store.read)).toEqual([]);
  for (const account of [...demo, ...real]) {
    const stored = await orderRepository(store.read).working([account]);
    expect(stored.map(({ order }) => order)).toEqual(await exchange.working(account));
    const standing = await ledgerRepository(store.read).standing(account);
    expect(standing.balance).toBeGreaterThanOrEqual(0);
    expect((await exchange.figures(account)).balance).toBe(shownBalance(standing));
    // An advance ends with the last position.
    if (stored.every(({ order }) => order.status !== 'open')) expect(standing.advance).toBe(0);
  }
}
