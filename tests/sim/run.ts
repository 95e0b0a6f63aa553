import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { money } from '../../shared/domain/money.ts';
import { price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { createManualClock } from '../helpers/manual-clock.ts';
import { type Books, openBooks } from './books.ts';
import { createChance, createSteppedChance, seedOf } from './chance.ts';
import { createDisk } from './disk.ts';
import { type Ground, good, plainPasswords } from './ground.ts';
import { breaksAfterStep, type Checked } from './invariants.ts';
import { createNetwork, FAIR } from './network.ts';
import { perform } from './perform.ts';
import { settle } from './phone.ts';
import type { Player } from './player.ts';
import { breaksWhenQuiet } from './quiet.ts';
import { type Step, USERS } from './steps.ts';
import { createTally, type Tally } from './tally.ts';
import { createUser, type User } from './user.ts';
import { CODES, createVenue } from './venue.ts';
import { createWitness, newPromises } from './witness.ts';
import { createWorld, START, type World } from './world.ts';

export interface Failure {
  /** The first broken rules, in words. */
  readonly breaks: readonly string[];
  /** The number of the step after which they were found; undefined at the end. */
  readonly after: number | undefined;
}

export interface Run {
  readonly world: World;
  readonly users: readonly User[];
  readonly failure: Failure | undefined;
  readonly tally: Tally;
  readonly simulatedMs: number;
  /** Everything that crossed the network, in order. */
  readonly digest: string;
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly ground: Ground;
  /** Whether the market has a bid and an ask. @default every second seed */
  readonly hasAsk?: boolean;
  /** Whether holding a position costs, and a night passes. @default every third seed */
  readonly hasNight?: boolean;
  /** Called with each engine as soon as it runs. */
  readonly onPlayer?: (player: Player) => void;
}

/** A Wednesday's, which counts for three. */
const NIGHT = timestampMs(START + 60_000);
const FINANCING_TIME = `${new Date(NIGHT).toISOString().slice(11, 16)} UTC`;
/** Of sides that pay, and of sides that receive. */
const NIGHT_RATES = CODES.map((code, i) => {
  const [longRate, shortRate] = i % 2 === 0 ? [54_321, -12_345] : [-9_999, 33_333];
  return [code, { longRate, shortRate }] as const;
});

/** Events closer together than this happen at once. */
const GRAIN_MS = 10;
const ROUNDS_WHILE_WAITING = 40;

/**
 * The whole system in one process: the real server on a real database, and real engines with the page's sender, on one
 * clock, over a network and a disk that fail. The rules are checked after each step. The last part has no faults; in it,
 * everything must recover.
 */
export async function simulate({
  seed,
  steps,
  ground,
  hasAsk = seed % 2 === 0,
  hasNight = seed % 3 === 0,
  onPlayer,
}: RunOptions): Promise<Run> {
  const chance = createSteppedChance(seedOf(seed, -1));
  const clock = createManualClock(START);
  const dataDir = ground.copy();
  const disk = createDisk(clock);
  const venue = createVenue(clock, chance, hasAsk);
  const world = createWorld(
    seed,
    dataDir,
    { DEMO_BALANCE: '3000', FEED_SPREAD: hasAsk ? 'feed' : 'none', FINANCING_TIME },
    { clock, disk, venue: venue.feed, passwords: plainPasswords },
  );
  const hash = createHash('sha256');
  const note = (line: string) => void hash.update(`${clock.now()} ${line}\n`);
  const [tally, promises] = [createTally(), newPromises()];
  const { listings } = await world.boot();
  if (hasNight) for (const [code, rates] of NIGHT_RATES) good(await listings.setNightRates(code, rates));
  let books: Books | undefined = openBooks(dataDir, clock.now());

  const witnesses = Array.from({ length: USERS }, () => createWitness(promises, tally, clock.now));
  const users = witnesses.map((listener, i): User => {
    const network = createNetwork(world, chance, { note, listener, address: `10.0.0.${i + 1}` });
    const account = ground.accounts[i] ?? { kind: 'demo' };
    // The engine's own luck must not depend on what other users do.
    const options = {
      name: `user-${i}`,
      account,
      world,
      network,
      chance: createChance(seedOf(seed, -2 - i)),
      watched: venue.ids,
    };
    return createUser(onPlayer ? { ...options, onPlayer } : options);
  });
  const scene: Checked = {
    nightAtMs: hasNight ? NIGHT : undefined,
    world,
    disk,
    venue,
    users,
    witnesses,
    tally,
    promises,
    bootAtMs: undefined,
    get books() {
      return books;
    },
  };

  const busy = () => users.some(({ network }) => network.busy > 0);
  async function boot(): Promise<void> {
    scene.bootAtMs = undefined;
    // A start on a faulty disk is another matter.
    disk.state = 'fine';
    await world.boot();
    books = openBooks(dataDir, clock.now());
    tally.count('done', 'restart');
  }
  async function pass(ms: number): Promise<void> {
    const until = clock.now() + ms;
    await settleAll(busy, disk.isWaiting);
    for (let due = clock.dueAt(); due !== undefined && due <= until; due = clock.dueAt()) {
      clock.advanceTo(Math.min(until, Math.max(due, clock.now() + GRAIN_MS)));
      if (scene.bootAtMs !== undefined && scene.bootAtMs <= clock.now()) await boot();
      await settleAll(busy, disk.isWaiting);
    }
    clock.advanceTo(until);
  }

  const startMs = clock.now();
  let failure: Failure | undefined;
  const check = async (after: number | undefined, more: readonly string[] = []) => {
    const breaks = [...more, ...(await breaksAfterStep(scene))];
    if (breaks.length > 0) failure = { breaks, after };
  };

  venue.start();
  await pass(1_500);
  users.forEach((user, i) => {
    user.player().openChart(venue.ids[i] ?? (venue.ids[0] as never));
    void user.signIn();
  });
  await pass(1_500);
  await check(-1);
  for (const step of steps) {
    if (failure !== undefined) break;
    chance.reseed(seedOf(seed, step.at));
    note(`step ${step.at}`);
    const wasUp = world.life() !== undefined;
    if (step.do === 'crash' && wasUp) {
      books?.close();
      books = undefined;
    }
    await perform(step, scene);
    await pass(step.waitMs);
    await check(step.at);
  }
  if (failure === undefined) {
    await recover(scene, pass, boot);
    await check(undefined, await breaksWhenQuiet(scene));
  }
  for (const [name, times] of Object.entries(books?.totals() ?? {})) tally.count('stored', name, times);
  for (const [name, times] of disk.met) tally.count('fault', `${name} disk`, times);

  return {
    world,
    users,
    failure,
    tally,
    simulatedMs: clock.now() - startMs,
    digest: hash.digest('hex'),
    async stop() {
      for (const user of users) user.end();
      books?.close();
      await world.crash();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ends all faults and waits until everything is known and shown. */
async function recover(
  scene: Checked,
  pass: (ms: number) => Promise<void>,
  boot: () => Promise<void>,
): Promise<void> {
  const { world, disk, users, venue } = scene;
  if (world.life() === undefined) await boot();
  disk.state = 'fine';
  for (const user of users) {
    Object.assign(user.network.weather, FAIR);
    user.resume();
    for (const event of ['online', 'resume', 'visible'] as const) user.player().engine.pageEvent(event);
  }
  // A silent link is found within 20 s; then the back-off follows.
  await pass(32_000);
  for (const user of users) void user.signIn();
  for (let tries = 0; users.some((user) => user.waiting() > 0) && tries < 8; tries++) {
    await pass(6_000);
    for (const user of users) user.lookUp();
  }
  // A lost frame is found by the number of the next one, so each topic needs a next one.
  const life = world.life();
  if (life === undefined) return;
  for (let which = 0; which < venue.ids.length; which++) venue.burst(which, 1);
  for (const user of users) {
    const session = user.player().session();
    const account = session.status === 'signed-in' && (await life.accounts.session(session.token))?.accountId;
    if (!account) continue;
    await life.payments.adjust(account, money(1), 'a next frame');
    // An order that ends makes the next frame of FOREX_CLOSED.
    const [id] = venue.ids;
    const instrument = id && life.market.instrument(id);
    const close = id && life.market.quote(id)?.close;
    if (!instrument || !close) continue;
    const kind = { type: 'pending', targetPrice: price(Math.round(close / 2)) } as const;
    const { minVolume, multiples } = instrument;
    const order = {
      instrumentId: id,
      side: 'buy',
      volume: minVolume,
      multiple: multiples[0] ?? 1,
      kind,
    } as const;
    const placed = await life.exchange.submit(account, { ...order, cid: `next-frame-${account}` });
    if (placed.ok) await life.exchange.cancel(account, placed.value.id);
  }
  await pass(3_000);
  venue.stop();
  await pass(6_000);
}

/** A call may wait for the disk, and the disk for the clock. */
async function settleAll(busy: () => boolean, isWaiting: () => boolean): Promise<void> {
  if (!isWaiting()) return settle(busy, ROUNDS_WHILE_WAITING);
  return settle(() => false);
}
