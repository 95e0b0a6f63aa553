import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../server/accounts/accounts.ts';
import { parseConfig } from '../../server/config/config.ts';
import { createExchange, type Exchange } from '../../server/exchange/exchange.ts';
import { candleRepository } from '../../server/feed/candle-repository.ts';
import { createMarket } from '../../server/feed/feed.ts';
import type { Market } from '../../server/feed/market.ts';
import { openFiles } from '../../server/files/files.ts';
import { answerNotFound, createApp } from '../../server/http/app.ts';
import { createOriginCheck } from '../../server/http/guard.ts';
import { createIdentity } from '../../server/identity/identity.ts';
import { createLeaders } from '../../server/leaders/leaders.ts';
import { whileOpen } from '../../server/listings/listed-market.ts';
import { createListings } from '../../server/listings/listings.ts';
import { createPayments, type Payments } from '../../server/payments/payments.ts';
import { type ClientSocket, type Connection, createConnection } from '../../server/socket/connection.ts';
import { createHub } from '../../server/socket/hub.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { openContent, openPeople } from '../../server/wiring.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { createManualClock, type ManualClock } from '../helpers/manual-clock.ts';
import { type Chance, createChance } from './chance.ts';

/** One run of the server, from its start to its end or crash. */
interface Life {
  readonly store: Store;
  readonly market: Market;
  readonly exchange: Exchange;
  readonly accounts: Accounts;
  readonly payments: Payments;
  readonly app: FastifyInstance;
  connect(socket: ClientSocket): Connection;
}

/** The real server with a clock that only the test advances, without a port. */
export interface World {
  readonly clock: ManualClock;
  /** Undefined while the server is down. */
  life(): Life | undefined;
  boot(): Promise<Life>;
  /** A crash: nothing further is stored or sent. */
  crash(): Promise<void>;
  stop(): Promise<void>;
  readonly faults: unknown[];
}

/** A Wednesday noon, when every market is open. */
const START = timestampMs(Date.UTC(2026, 2, 4, 12, 0, 0));

/** @param settings the server's, besides its folder and seed */
export function createWorld(
  seed: number,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): World {
  const clock = createManualClock(START);
  const chance = createChance(seed ^ 0x5eed);
  const faults: unknown[] = [];
  let current: { readonly life: Life; readonly clock: MortalClock } | undefined;

  async function boot(): Promise<Life> {
    const mortal = mortalClock(clock);
    const environment = { DATA_DIR: dataDir, FEED_SEED: String(seed), ...settings };
    const life = await compose(mortal, environment, chance, faults);
    current = { life, clock: mortal };
    return life;
  }

  async function crash(): Promise<void> {
    if (current === undefined) return;
    const { life, clock: mortal } = current;
    current = undefined;
    mortal.die();
    await life.store.close();
  }

  return {
    clock,
    faults,
    boot,
    crash,
    life: () => current?.life,
    async stop() {
      await current?.life.app.close();
      await crash();
    },
  };
}

async function compose(
  clock: MortalClock,
  environment: Readonly<Record<string, string>>,
  chance: Chance,
  faults: unknown[],
): Promise<Life> {
  const config = parseConfig(environment);
  if (!config.ok) throw new Error(config.error);
  const { dataDir, demoBalance, stopOutPercent, feeType, feed } = config.value;
  const store = await openStore({ dataDir });
  const report = (error: unknown) => void (clock.isAlive() && faults.push(error));
  const prices = await createMarket({ feed, clock, candleStore: candleRepository(store), feeType });
  const listings = await createListings({ store, feed: prices, clock, feeType });
  const { market } = listings;
  const random = { bytes: (count: number) => Uint8Array.from({ length: count }, () => chance.whole(0, 255)) };
  const people = openPeople({
    store,
    clock,
    random,
    config: config.value,
    log: () => undefined,
    report: () => report,
  });
  const { accounts } = people;
  const settings = { stopOutPercent, feeType, demoBalance };
  const exchange = createExchange({ store, market: whileOpen(market), clock, settings, report });
  const leaders = createLeaders({ market }, 0);
  const files = await openFiles({ store, clock, random, dataDir, report });
  const payments = createPayments({ store, exchange, files, clock, now: () => market.now() });
  await payments.start();
  const identity = createIdentity({ store, clock, files });
  const house = await openContent({ store, clock, files, report: () => report });
  const onFault = (_where: string, error: unknown) => report(error);
  const rooms = { market, exchange, listings, leaders, files, payments, identity };
  const app = createApp({
    services: { ...people, ...rooms, ...house, config: config.value },
    clock,
    isAllowedOrigin: createOriginCheck([]),
    isKnownHost: () => true,
    isProxy: () => false,
    readiness: () => 'ready',
    onFault,
  });
  app.setNotFoundHandler(answerNotFound);
  await exchange.start();
  await market.start();
  const hub = createHub({ market, exchange, chat: house.chat, clock, onFault });
  return {
    store,
    market,
    exchange,
    accounts,
    payments,
    app,
    connect: (socket) => createConnection(socket, { hub, accounts, clock, language: 'en', onFault }),
  };
}

type MortalClock = ReturnType<typeof mortalClock>;

/** A clock whose timers stop when the process that set them "dies". */
function mortalClock(clock: ManualClock) {
  let alive = true;
  const whileAlive = (run: () => void) => () => {
    if (alive) run();
  };
  return {
    now: clock.now,
    after: (delayMs: number, run: () => void) => clock.after(delayMs, whileAlive(run)),
    every: (intervalMs: number, run: () => void) => clock.every(intervalMs, whileAlive(run)),
    isAlive: () => alive,
    die() {
      alive = false;
    },
  };
}
