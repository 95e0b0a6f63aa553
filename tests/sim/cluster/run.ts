import type { Bus } from '../../../server/bus/bus.ts';
import { simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createTickRecorder } from '../../../server/feed/past-ticks.ts';
import { createRemoteMarket } from '../../../server/feed/remote/remote-market.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { COMMAND_DEADLINE_MS, VALID_MS } from '../../../shared/limits.ts';
import { type Chance, createChance, seedOf } from '../chance.ts';
import { createBroker } from './broker.ts';
import { createDatabase, type Database, replyKey } from './database.ts';
import { startDealer } from './dealer.ts';
import { type FeedLock, startFeed } from './feed.ts';
import { START_BALANCE } from './figures.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type Phone, startPhone } from './phone.ts';
import { createProcess, createTimeline, type Process, type Timeline } from './timeline.ts';

export interface ClusterOptions {
  readonly seed: number;
  readonly gateways: number;
  /** Phones of each gateway. */
  readonly phones: number;
  readonly dealers: number;
  readonly feeds: number;
  /** How long faults happen. */
  readonly seconds: number;
  /** False: nothing checks epochs, which must be found. Default: true. */
  readonly isFenced?: boolean;
  /** Called now and then with the share of the simulated time that is over. */
  readonly onShare?: (share: number) => void;
}

export interface ClusterReport {
  readonly seed: number;
  /** What is wrong, each in a sentence. */
  readonly violations: readonly string[];
  readonly intents: number;
  readonly acknowledged: number;
  /** Positions that a price has closed. */
  readonly triggered: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly notExecuted: number;
  /** From a tap until its phone shows what came of it (perhaps that it is unknown), and until it is known; simulated ms. */
  readonly slowestShownMs: number;
  readonly slowestKnownMs: number;
}

/** Fixed, so that a seed is the same run on every day. */
const START_MS = Date.UTC(2026, 2, 3, 10);
const FAULT_EVERY_MS = 700;
/** Without faults, until everything that was asked is answered and told. */
const QUIET_MS = 40_000;
/** Until everybody has started. */
const START_UP_MS = 5_000;

type Kind = 'dealer' | 'gateway' | 'feed';

interface World {
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly database: Database;
  readonly processes: Map<Process, Kind>;
  readonly gateways: Set<Gateway>;
  readonly report: (what: string) => void;
  readonly start: (kind: Kind) => void;
  cut(process: Process, ms: number): void;
  cutAll(ms: number): void;
}

/** Runs an exchange in parts for a while under faults that the seed decides, lets it rest, and compares what everybody knows. */
export async function simulateCluster(options: ClusterOptions): Promise<ClusterReport> {
  const world = createWorld(options);
  const { timeline, chance } = world;
  // Apart, so that a change of the product meets the same faults.
  const luck = createChance(seedOf(options.seed, 3));
  for (let i = 0; i < options.feeds; i++) world.start('feed');
  for (let i = 0; i < options.dealers; i++) world.start('dealer');
  for (let i = 0; i < options.gateways; i++) world.start('gateway');
  let [slowestShownMs, slowestKnownMs] = [0, 0];
  const phones = Array.from({ length: options.gateways * options.phones }, (_, at) => {
    const account = (at + 1) as AccountId;
    world.database.accounts.set(account, { n: 0, balance: START_BALANCE, open: new Map() });
    return startPhone({
      account,
      process: createProcess(timeline, `phone ${at}`),
      timeline,
      chance,
      gateway: () => chance.pick([...world.gateways].filter(({ process }) => !process.isDead())),
      onShown(ms) {
        slowestShownMs = Math.max(slowestShownMs, ms);
        if (ms > COMMAND_DEADLINE_MS) world.report(`account ${account}: it was shown nothing for ${ms} ms`);
      },
      onKnown(ms) {
        slowestKnownMs = Math.max(slowestKnownMs, ms);
      },
    });
  });
  const runTo = async (ms: number): Promise<void> => {
    await timeline.runTo(ms);
    options.onShare?.((ms - START_MS) / (START_UP_MS + options.seconds * 1_000 + QUIET_MS));
  };
  await runTo(START_MS + START_UP_MS);
  const faults: Record<string, number> = {};
  const endMs = timeline.now() + options.seconds * 1_000;
  while (timeline.now() < endMs) {
    await runTo(Math.min(endMs, timeline.now() + luck.whole(1, 2 * FAULT_EVERY_MS)));
    const name = strike(world, luck);
    faults[name] = (faults[name] ?? 0) + 1;
  }
  for (const phone of phones) phone.rest();
  for (const process of world.processes.keys()) process.wake();
  for (const quietMs = timeline.now() + QUIET_MS; timeline.now() < quietMs; )
    await runTo(Math.min(quietMs, timeline.now() + START_UP_MS));
  return {
    seed: options.seed,
    violations: [...world.found, ...violationsOf(world.database, phones)],
    intents: phones.reduce((sum, { intents }) => sum + intents.size, 0),
    acknowledged: phones.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
    triggered: world.database.entries.filter(({ what, cid }) => what === 'closed' && cid === undefined)
      .length,
    notExecuted: phones.reduce((sum, { notExecuted }) => sum + notExecuted.size, 0),
    faults,
    slowestShownMs,
    slowestKnownMs,
  };
}

function createWorld({
  seed,
  isFenced = true,
}: ClusterOptions): World & { readonly found: readonly string[] } {
  const chance = createChance(seedOf(seed, 0));
  const timeline = createTimeline(START_MS);
  const broker = createBroker(timeline, createChance(seedOf(seed, 1)));
  const database = createDatabase(timeline, createChance(seedOf(seed, 2)));
  const entries = simulatedEntries(0).slice(0, 3);
  const lock: FeedLock = { holder: undefined, beatMs: 0, epoch: 0 };
  const processes = new Map<Process, Kind>();
  const gateways = new Set<Gateway>();
  const found: string[] = [];
  let count = 0;

  const copyOf = (process: Process, bus: Bus, kind: Kind) =>
    createRemoteMarket({
      entries,
      bus,
      clock: process.clock,
      candleStore: memoryCandleStore(),
      feeType: 'per-lot',
      recorder: kind === 'dealer' ? createTickRecorder() : undefined,
      report: (sentence) => found.push(sentence),
    });
  const start = (kind: Kind): void => {
    const process = createProcess(timeline, `${kind} ${count++}`);
    processes.set(process, kind);
    const bus = broker.connect(process);
    // As what starts it again would.
    process.onEnd(() => {
      processes.delete(process);
      timeline.at(timeline.now() + chance.whole(500, 3_000), () => start(kind));
    });
    const report = (what: string) => found.push(`${process.name}: ${what}`);
    if (kind === 'feed') {
      startFeed({ process, bus, entries, lock, chance });
      return;
    }
    const copy = copyOf(process, bus, kind);
    if (kind === 'dealer') {
      void startDealer({ process, timeline, bus, copy, database, isFenced, report });
      return;
    }
    void startGateway({ process, bus, copy, database, chance, report }).then((gateway) => {
      gateways.add(gateway);
      process.onEnd(() => gateways.delete(gateway));
    });
  };
  return {
    timeline,
    chance,
    database,
    processes,
    gateways,
    found,
    report: (what) => found.push(what),
    start,
    cut: broker.cut,
    cutAll: broker.cutAll,
  };
}

/** @returns what it did */
function strike({ timeline, database, processes, cut, cutAll }: World, chance: Chance): string {
  const roll = chance.next();
  if (roll < 0.04) {
    cutAll(chance.whole(100, 1_500));
    return 'broker restarts';
  }
  const kind = chance.pick<Kind>(['dealer', 'dealer', 'gateway', 'feed']) ?? 'dealer';
  const hit = chance.pick(
    [...processes].filter(([one, its]) => its === kind && one.isRunning()).map(([one]) => one),
  );
  if (hit === undefined) return 'nobody to strike';
  if (roll < 0.2) {
    hit.kill();
    return `${kind} killed`;
  }
  if (roll < 0.3 && kind === 'dealer') {
    database.atCommit(hit, hit.kill);
    return 'dealer killed at a commit';
  }
  if (roll < 0.4 && kind === 'dealer') {
    database.atCommit(hit, () => {
      hit.stop();
      timeline.at(timeline.now() + chance.whole(50, 6_000), hit.wake);
    });
    return 'dealer stopped at a commit';
  }
  if (roll < 0.5 && kind === 'dealer') {
    database.atCommit(hit, () => cut(hit, chance.whole(50, 3_000)));
    return 'dealer cut off at a commit';
  }
  if (roll < 0.65) {
    hit.stop();
    timeline.at(timeline.now() + chance.whole(50, 6_000), hit.wake);
    return `${kind} stopped`;
  }
  if (roll < 0.9 || kind === 'feed') {
    cut(hit, chance.whole(50, 3_000));
    return `${kind} cut off from the broker`;
  }
  database.cut(hit);
  return `${kind}'s session ended`;
}

/** What everybody knows against what is stored. */
function violationsOf(database: Database, phones: readonly Phone[]): readonly string[] {
  const { accounts, entries, replies, shards, unlike } = database;
  const found = unlike.map((account) => `account ${account}: after a commit it was not what its entries say`);
  const times = new Map<string, number>();
  for (const { account, order, what, cid } of entries) {
    for (const key of [
      `order ${order} ${what}`,
      ...(cid === undefined ? [] : [`intent ${cid} of ${account} carried out`]),
    ])
      times.set(key, (times.get(key) ?? 0) + 1);
  }
  for (const [key, count] of times) if (count > 1) found.push(`${key} ${count} times`);
  const byAccount = Map.groupBy(entries, ({ account }) => account);
  for (const { account, acknowledged, notExecuted, intents, shown, isIdle } of phones) {
    const own = byAccount.get(account) ?? [];
    const held = accounts.get(account);
    const balance = own.reduce((sum, { amount }) => sum + amount, START_BALANCE);
    const ended = new Set(own.filter(({ what }) => what === 'closed').map(({ order }) => order));
    const open = own
      .filter(({ what, order }) => what === 'opened' && !ended.has(order))
      .map(({ order }) => order);
    if (!isIdle()) found.push(`account ${account}: the outcome of an order was never known`);
    if (held?.balance !== balance)
      found.push(`account ${account}: balance ${held?.balance}, entries sum to ${balance}`);
    if (!sameNumbers(held?.open.keys() ?? [], open))
      found.push(`account ${account}: positions differ from entries`);
    if (!sameNumbers(shown.open, open))
      found.push(`account ${account}: its phone shows ${[...shown.open]}, open are ${open}`);
    if (shown.balance !== balance)
      found.push(`account ${account}: its phone shows ${shown.balance}, not ${balance}`);
    for (const [cid, order] of acknowledged) {
      if ((replies.get(replyKey(account, cid))?.order ?? 0) !== order)
        found.push(`account ${account}: the answer to ${cid} is lost`);
      if (order !== 0 && !own.some((entry) => entry.order === order))
        found.push(`account ${account}: order ${order} is lost`);
    }
    for (const { cid, decidedAt } of own) {
      if (cid === undefined) continue;
      const tappedAt = intents.get(cid);
      if (tappedAt === undefined) found.push(`account ${account}: ${cid} is nobody's`);
      else if (decidedAt > tappedAt + VALID_MS)
        found.push(`account ${account}: ${cid} was carried out ${decidedAt - tappedAt} ms after its tap`);
      if (notExecuted.has(cid)) found.push(`account ${account}: ${cid} was carried out after "not executed"`);
    }
  }
  for (const { id, holder } of shards) if (holder === null) found.push(`shard ${id} has no holder`);
  return found;
}

function sameNumbers(one: Iterable<number>, other: Iterable<number>): boolean {
  const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b).join();
  return sorted(one) === sorted(other);
}
