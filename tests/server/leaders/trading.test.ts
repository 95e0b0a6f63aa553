import { afterEach, describe, expect, it } from 'vitest';
import type { Market } from '../../../server/feed/market.ts';
import { createRandom } from '../../../server/feed/sim/random.ts';
import { createLeaders } from '../../../server/leaders/create.ts';
import type { Leaders } from '../../../server/leaders/leaders.ts';
import { checkLedger } from '../../../server/ledger/check.ts';
import { systemRandom } from '../../../server/random.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { type Dealing, INSTRUMENTS, START, startDealing } from '../../helpers/dealing.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { leaderNamed, rising } from './sights.ts';

const leader = leaderNamed('nightferry');
/** The codes of the scripted market that it trades. */
const PRICES = { EURUSD: 1.1, GBPUSD: 1.3, USDJPY: 150 } as const;

/** The beginnings of the steps at which it thinks of opening in an instrument of the test's. */
function* turns(): Generator<number> {
  for (let step = Math.floor(START / leader.stepMs) + 1; ; step++) {
    const random = createRandom(`${leader.name}/${step}`);
    if (random.next() >= leader.eagerness) continue;
    const code = leader.codes[Math.floor(random.next() * leader.codes.length)] ?? '';
    if (Object.hasOwn(PRICES, code)) yield step * leader.stepMs;
  }
}

interface Floor extends Dealing {
  /** Minutes that every instrument shows. */
  minutes: readonly (readonly [number, number])[];
  leaders(): Leaders;
  account(): Promise<AccountId>;
  /** Leads market and clock on to a moment, and lets what is due happen. */
  goTo(ms: number): Promise<void>;
  /** The end of these leaders and the beginning of the next, on the same exchange. */
  replace(): Promise<void>;
  orders(): Promise<readonly string[]>;
}

const floors: Floor[] = [];
afterEach(async () => {
  for (const floor of floors.splice(0)) {
    expect(floor.errors).toEqual([]);
    expect(await checkLedger(floor.store)).toEqual([]);
    await floor.leaders().stop();
    await floor.stop();
  }
});

async function openFloor(count = 1, dataDir = temporaryFolder()): Promise<Floor> {
  const dealing = await startDealing({
    dataDir,
    instruments: INSTRUMENTS.map((one) => ({ ...one, multiples: [1, 100] })),
  });
  const { store, exchange, market, clock } = dealing;
  const quote = () => {
    for (const [code, price] of Object.entries(PRICES)) market.tick(code, price);
  };
  const begin = () => {
    const seen: Market = { ...market, sparkline: () => floor.minutes };
    const leaders = createLeaders({
      store,
      exchange,
      market: seen,
      clock,
      random: systemRandom,
      settings: { stopOutPercent: 50, feeType: 'of-margin', demoBalance: 0 as never },
      count,
      hasPast: false,
      report: (error) => dealing.errors.push(error),
    });
    leaders.start();
    return leaders;
  };
  const floor: Floor = {
    ...dealing,
    minutes: rising(110_000, 10),
    leaders: () => leaders,
    async account() {
      const [record] = await store.read.leaders.leaders();
      if (record === undefined) throw new Error('nobody was taken on');
      return record.account;
    },
    async goTo(ms) {
      market.pass(ms - market.now());
      quote();
      clock.advance(Math.max(0, ms - clock.now()) + 5_000);
      await leaders.idle();
    },
    async replace() {
      await leaders.stop();
      leaders = begin();
      await leaders.idle();
    },
    async orders() {
      const account = await floor.account();
      const closed = (await exchange.deals(account, 'closed', 1)).orders;
      return [...(await exchange.working(account)), ...closed].map(({ code, status }) => `${code} ${status}`);
    },
  };
  let leaders = begin();
  quote();
  await leaders.idle();
  floors.push(floor);
  return floor;
}

describe('a leader', () => {
  it('trades with the exchange’s own commands, and closes what it has held long enough', async () => {
    const floor = await openFloor();
    const [turn = 0] = turns();
    await floor.goTo(turn);
    expect(await floor.orders()).toEqual([expect.stringMatching(/ open$/)]);
    const [position] = await floor.exchange.working(await floor.account());
    expect(position).toMatchObject({ multiple: 100, side: 'sell' });
    expect(await floor.leaders().list()).toEqual([]);
    await floor.goTo(turn + leader.holdMinutes[1] * 60_000 + leader.stepMs);
    expect((await floor.orders()).filter((order) => order.endsWith('closed'))).toHaveLength(1);
    floor.clock.advance(5_000);
    expect(await floor.leaders().list()).toMatchObject([
      { user: 'nightferry', total_trade_num: 1, multiple: 100, three_week_win: 0, code: position?.showCode },
    ]);
  });

  it('begins once, with its money, whatever is started how often', async () => {
    const floor = await openFloor();
    await floor.replace();
    await floor.replace();
    const records = await floor.store.read.leaders.leaders();
    expect(records).toMatchObject([{ name: 'nightferry', beganAt: START, pastUntil: START }]);
    expect((await floor.exchange.figures(await floor.account())).balance).toBe(leader.opening);
  });

  it('does nothing a second time when it is started again at the same step', async () => {
    const floor = await openFloor();
    const [turn = 0] = turns();
    await floor.goTo(turn);
    const account = await floor.account();
    const [position] = await floor.exchange.working(account);
    if (position?.stopLoss === undefined) throw new Error('it did not trade with a stop');
    // Its position is gone within the step: only the client order id stands against a second one.
    const beyond = { buy: -1, sell: 1 }[position.side] * 3 * Math.abs(position.stopLoss - 110_000);
    floor.market.tick(position.code, (position.stopLoss + beyond) / 10 ** position.precision);
    await floor.settled(account);
    expect(await floor.orders()).toEqual([`${position.code} closed`]);
    await floor.replace();
    floor.clock.advance(5_000);
    await floor.settled(account);
    expect(Math.floor(floor.market.now() / leader.stepMs) * leader.stepMs).toBe(turn);
    expect(await floor.orders()).toEqual([`${position.code} closed`]);
  });

  it('goes on at the next step after a restart', async () => {
    const floor = await openFloor();
    const [first = 0, second = 0] = turns();
    await floor.goTo(first);
    await floor.replace();
    await floor.goTo(second);
    await floor.goTo(second + leader.holdMinutes[1] * 60_000 + leader.stepMs);
    expect((await floor.orders()).length).toBeGreaterThan(1);
  });

  it('never trades while the market is closed', async () => {
    const floor = await openFloor();
    const steps = turns();
    await floor.goTo(steps.next().value ?? 0);
    for (const code of Object.keys(PRICES)) floor.market.session(code, { status: 'closed' });
    for (let round = 0; round < 12; round++) await floor.goTo((steps.next().value ?? 0) + 3_600_000);
    expect(await floor.orders()).toEqual([expect.stringMatching(/ open$/)]);
    for (const code of Object.keys(PRICES)) floor.market.session(code, { status: 'open' });
    await floor.goTo((steps.next().value ?? 0) + 3_600_000);
    expect((await floor.orders()).some((order) => order.endsWith('closed'))).toBe(true);
  });

  it('stays out of a market that does not move', async () => {
    const floor = await openFloor();
    floor.minutes = rising(110_000, 0);
    const steps = turns();
    for (let round = 0; round < 5; round++) await floor.goTo(steps.next().value ?? 0);
    expect(await floor.orders()).toEqual([]);
  });

  it('gets no new money when its own is lost', async () => {
    const floor = await openFloor();
    const account = await floor.account();
    const steps = turns();
    for (let round = 0; round < 40 && (await floor.exchange.figures(account)).balance > 0; round++) {
      await floor.goTo(steps.next().value ?? 0);
      for (const { code } of await floor.exchange.working(account)) floor.market.tick(code, 999);
      await floor.settled(account);
    }
    expect((await floor.exchange.figures(account)).balance).toBe(0);
    const before = await floor.orders();
    for (let round = 0; round < 10; round++) await floor.goTo(steps.next().value ?? 0);
    await floor.replace();
    for (let round = 0; round < 10; round++) await floor.goTo(steps.next().value ?? 0);
    expect(await floor.orders()).toEqual(before);
    expect((await floor.exchange.figures(account)).balance).toBe(0);
  });

  it('is nobody when none is wanted', async () => {
    const floor = await openFloor(0);
    await floor.goTo(START + 3_600_000);
    expect(await floor.store.read.leaders.leaders()).toEqual([]);
    expect(await floor.leaders().list()).toEqual([]);
  });
});

describe('the list of leaders', () => {
  it('is worked out once in a few seconds, however many ask', async () => {
    const floor = await openFloor();
    const first = floor.leaders().list();
    expect(floor.leaders().list()).toBe(first);
    floor.clock.advance(2_999);
    expect(floor.leaders().list()).toBe(first);
    floor.clock.advance(1);
    expect(floor.leaders().list()).not.toBe(first);
  });
});
