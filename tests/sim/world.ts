import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../server/accounts/accounts.ts';
import type { Passwords } from '../../server/accounts/password.ts';
import { createAlerts } from '../../server/alerts/alerts.ts';
import { clockReadings } from '../../server/clock-readings.ts';
import { parseConfig } from '../../server/config/config.ts';
import { createExchange, type Exchange } from '../../server/exchange/exchange.ts';
import { createFavourites } from '../../server/favourites/favourites.ts';
import { candleRepository } from '../../server/feed/candle-repository.ts';
import { createMarket } from '../../server/feed/feed.ts';
import type { Feed, Market } from '../../server/feed/market.ts';
import { openFiles } from '../../server/files/files.ts';
import { answerNotFound, createApp } from '../../server/http/app.ts';
import { createOriginCheck } from '../../server/http/guard.ts';
import { createIdentity } from '../../server/identity/identity.ts';
import { createLeaders } from '../../server/leaders/leaders.ts';
import { whileOpen } from '../../server/listings/listed-market.ts';
import { createListings, type Listings } from '../../server/listings/listings.ts';
import { createPayments, type Payments } from '../../server/payments/payments.ts';
import { createPortfolio } from '../../server/portfolio/portfolio.ts';
import {
  type ClientSocket,
  type Connection,
  createConnection,
} from '../../server/socket/client-connection.ts';
import { createHub } from '../../server/socket/hub.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { openContent, openPeople, openPush } from '../../server/wiring.ts';
import { parseNightTime } from '../../shared/domain/financing.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { createManualClock, type ManualClock } from '../helpers/manual-clock.ts';
import { type Chance, createChance } from './chance.ts';
import type { CrashKind, Disk } from './disk.ts';

/** One run of the server, from its start to its end or crash. */
interface Life {
  readonly store: Store;
  readonly market: Market;
  readonly listings: Listings;
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
  crash(how?: CrashKind): Promise<void>;
  stop(): Promise<void>;
  readonly faults: unknown[];
}

const VISITOR = { address: '127.0.0.1', device: '' };

/** A Wednesday noon, when every market is open. */
export const START = timestampMs(Date.UTC(2026, 2, 4, 12, 0, 0));

/** What a simulation replaces; by default everything is real. */
export interface WorldParts {
  readonly clock?: ManualClock;
  readonly disk?: Disk;
  /** Prices from outside, which outlive the server. */
  readonly venue?: Feed;
  readonly passwords?: Passwords;
}

/** @param settings the server's, besides its folder and seed */
export function createWorld(
  seed: number,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  parts: WorldParts = {},
): World {
  const clock = parts.clock ?? createManualClock(START);
  const chance = createChance(seed ^ 0x5eed);
  const faults: unknown[] = [];
  let current: { readonly life: Life; readonly clock: MortalClock } | undefined;

  async function boot(): Promise<Life> {
    const mortal = mortalClock(clock);
    const environment = { DATA_DIR: dataDir, FEED_SEED: String(seed), ...settings };
    const life = await compose({ clock: mortal, environment, chance, faults, parts });
    current = { life, clock: mortal };
    return life;
  }

  async function crash(how: CrashKind = 'killed'): Promise<void> {
    if (current === undefined) return;
    const { life, clock: mortal } = current;
    current = undefined;
    mortal.die();
    if (parts.disk === undefined) await life.store.close();
    else await parts.disk.crash(how);
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

interface Composition {
  readonly clock: MortalClock;
  readonly environment: Readonly<Record<string, string>>;
  readonly chance: Chance;
  readonly faults: unknown[];
  readonly parts: WorldParts;
}

async function compose({ clock, environment, chance, faults, parts }: Composition): Promise<Life> {
  const config = parseConfig(environment);
  if (!config.ok) throw new Error(config.error);
  const { dataDir, demoBalance, stopOutPercent, feeType, feed } = config.value;
  const store = await (parts.disk?.openStore(dataDir) ?? openStore({ dataDir, clock }));
  const report = (error: unknown) => void (clock.isAlive() && faults.push(error));
  const prices = parts.venue
    ? whileAlive(parts.venue, clock)
    : await createMarket({ feed, clock, candleStore: candleRepository(store, console.error), feeType });
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
    passwords: parts.passwords,
  });
  const { accounts } = people;
  const settings = { stopOutPercent, feeType, demoBalance };
  const time = parseNightTime(config.value.financingTime);
  const financing = time && { time, rates: listings.nights, onTick: market.onTick };
  const exchange = createExchange({
    store,
    market: whileOpen(market),
    clock,
    settings,
    financing,
    report,
  });
  const alerts = createAlerts({ store, market: whileOpen(market), clock, report });
  const leaders = createLeaders({ market }, 0);
  const files = await openFiles({ store, clock, random, dataDir, report });
  const payments = createPayments({
    store,
    exchange,
    files,
    clock,
    now: () => market.now(),
    factors: people.factors,
    verification: people.verification,
    payoutHoldMs: config.value.payoutHoldMs,
  });
  await payments.start();
  const identity = createIdentity({ store, clock, files });
  const content = await openContent({ store, clock, files, report: () => report });
  const push = openPush({ store, clock, random, config: config.value, report: () => report });
  const onFault = (_where: string, error: unknown) => report(error);
  const favourites = createFavourites({ store, market });
  const portfolio = createPortfolio({ store, market });
  const rooms = {
    market,
    exchange,
    favourites,
    portfolio,
    listings,
    leaders,
    files,
    payments,
    identity,
    alerts,
    push,
  };
  const app = createApp({
    services: { ...people, ...rooms, ...content, config: config.value },
    clock,
    isAllowedOrigin: createOriginCheck([]),
    isKnownHost: () => true,
    isProxy: () => false,
    readiness: () => 'ready',
    onFault,
  });
  app.setNotFoundHandler(answerNotFound);
  await alerts.start();
  await exchange.start();
  await market.start();
  const hub = createHub({ market, exchange, chat: content.chat, alerts, clock, onFault });
  return {
    store,
    market,
    listings,
    exchange,
    accounts,
    payments,
    app,
    connect: (socket) =>
      createConnection(socket, { hub, accounts, clock, language: 'en', visitor: VISITOR, onFault }),
  };
}

type MortalClock = ReturnType<typeof mortalClock>;

/** A clock whose timers stop when the process that set them "dies". */
function mortalClock(clock: ManualClock) {
  let alive = true;
  const cancels = new Set<() => void>();
  const kept = (cancel: () => void) => {
    const drop = () => {
      cancels.delete(drop);
      cancel();
    };
    cancels.add(drop);
    return drop;
  };
  return {
    // Whole milliseconds, as the system's; a phone's timers may end between two.
    ...clockReadings({ wall: () => Math.floor(clock.wall()), steady: () => Math.floor(clock.steady()) }),
    after(delayMs: number, run: () => void) {
      if (!alive) return () => undefined;
      const cancel = kept(
        clock.after(delayMs, () => {
          cancels.delete(cancel);
          run();
        }),
      );
      return cancel;
    },
    every: (intervalMs: number, run: () => void) =>
      alive ? kept(clock.every(intervalMs, run)) : () => undefined,
    isAlive: () => alive,
    /** Called at the process's end. */
    atEnd: (run: () => void) => void cancels.add(run),
    die() {
      alive = false;
      for (const cancel of [...cancels]) cancel();
      cancels.clear();
    },
  };
}

/** The venue as one process follows it. */
function whileAlive(venue: Feed, clock: MortalClock): Feed {
  const kept = (stop: () => void) => {
    clock.atEnd(stop);
    return stop;
  };
  return {
    ...venue,
    onTick: (listener) => kept(venue.onTick(listener)),
    onMarketState: (listener) => kept(venue.onMarketState(listener)),
  };
}
