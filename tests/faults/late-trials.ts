import { createCalls } from '../../server/http/calls.ts';
import { createPayments, type Payments } from '../../server/payments/payments.ts';
import type { Services } from '../../server/services.ts';
import { envelopeOf } from '../../server/texts/envelope.ts';
import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import { ROUTES, type RouteName } from '../../shared/contract/routes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import type { Order } from '../../shared/domain/order.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { VALID_MS } from '../../shared/limits.ts';
import { ok, type Result } from '../../shared/result.ts';
import { type Dealing, good, INSTRUMENTS, startDealing, ticket } from '../helpers/dealing.ts';
import { NO_FACTORS } from '../helpers/no-factors.ts';
import { payoutCodes, tronAddress } from '../helpers/payout.ts';
import { NOWHERE, openRealAccount, TRC20 } from '../server/payments/payments-scene.ts';
import { type Chance, createChance } from '../sim/chance.ts';
import { memoryStore } from '../src/manual-clock.ts';
import { type LateClient, orderTap, paymentTap } from './late-client.ts';

/*
 * Taps over a link that is cut for up to a minute, in virtual time: the app's own page and worker code against the real
 * exchange and its database. Each seed is one tap of one customer: an order, a close, a withdrawal or a deposit.
 */

/** What a cut does to a request. */
const CUTS = ['refused', 'held', 'inside', 'reply lost', 'reply held'] as const;
const KINDS = ['market', 'pending', 'close', 'draw', 'deposit'] as const;
type Kind = (typeof KINDS)[number];

const MAX_CUT_MS = 60_000;
const STEP_MS = 200;
/** A last look-up may wait 15 s for its turn, and 10 s for its answer. */
const END_MS = 150_000;
/** Customers at the same time. */
const LANES = 100;

export interface LateTally {
  trials: number;
  executed: number;
  /** Commands carried out later than tap + validity, more than once, or other than the page's last word says. */
  readonly problems: string[];
  /** How often each cut met a request, and the page said each word. */
  readonly seen: Map<string, number>;
}

export async function runLateTrials(
  seeds: readonly number[],
  folderOf: (batch: number) => string,
): Promise<LateTally> {
  const tally: LateTally = { trials: 0, executed: 0, problems: [], seen: new Map() };
  for (let from = 0; from < seeds.length; from += LANES)
    await runBatch(seeds.slice(from, from + LANES), folderOf(from / LANES), tally);
  return tally;
}

async function runBatch(seeds: readonly number[], dataDir: string, tally: LateTally): Promise<void> {
  const dealing = await startDealing({ dataDir });
  const { store, exchange, market, clock } = dealing;
  const files = { claim: async () => ok('proof') } as unknown as Services['files'];
  const payments = createPayments({
    store,
    exchange,
    files,
    clock,
    now: market.now,
    factors: NO_FACTORS,
    ...payoutCodes(dealing).deps,
  });
  await payments.start();
  const ground: Ground = { ...dealing, payments, busy: 0, tally };
  market.tick('EURUSD', 1.2);
  const trials: Trial[] = [];
  for (const seed of seeds) trials.push(await prepare(ground, seed));
  const weather = createChance(seeds[0] ?? 0);
  for (let at = 0; at < END_MS; at += STEP_MS) {
    market.pass(STEP_MS);
    if (weather.happens(0.2)) market.tick('EURUSD', 1.2 + weather.whole(-9, 9) / 100_000);
    clock.advance(STEP_MS);
    await settle(ground);
  }
  for (const trial of trials) await judge(ground, trial);
  await dealing.stop();
}

interface Ground extends Dealing {
  readonly payments: Payments;
  readonly tally: LateTally;
  /** Calls that the exchange is handling. */
  busy: number;
}

interface Trial {
  readonly seed: number;
  readonly kind: Kind;
  readonly account: AccountId;
  /** The exchange's time of the tap. */
  tappedAt: TimestampMs | undefined;
  /** What the page said that it knows, in order. */
  readonly words: Result<unknown>[];
}

async function settle(ground: Ground): Promise<void> {
  for (let quiet = 0; quiet < 4; ) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    quiet = ground.busy > 0 ? 0 : quiet + 1;
  }
}

const count = ({ seen }: LateTally, what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

async function prepare(ground: Ground, seed: number): Promise<Trial> {
  const { clock, payments, market } = ground;
  const chance = createChance(seed);
  const kind = chance.pick(KINDS) ?? 'market';
  const account = await openRealAccount(ground);
  good(await payments.adjust(account, moneyFromWire(10_000), 'For the trial'));
  const trial: Trial = { seed, kind, account, tappedAt: undefined, words: [] };
  const tapMs = chance.whole(0, 5_000);
  const lane: Lane = {
    ground,
    trial,
    chance,
    // A phone's clock may be wrong by an hour.
    skewMs: chance.whole(-3_600_000, 3_600_000),
    lagMs: chance.whole(0, 150),
    cutFrom: clock.now() + tapMs - chance.whole(0, 300),
    cutTo: clock.now() + tapMs + chance.whole(0, MAX_CUT_MS),
  };
  const tap = await tapOf(lane, kind);
  clock.after(tapMs, () => {
    trial.tappedAt = market.now();
    tap();
  });
  return trial;
}

interface Lane {
  readonly ground: Ground;
  readonly trial: Trial;
  readonly chance: Chance;
  readonly skewMs: number;
  /** How far the phone's estimate of the exchange's clock is behind. */
  readonly lagMs: number;
  readonly cutFrom: number;
  readonly cutTo: number;
}

async function tapOf(lane: Lane, kind: Kind): Promise<() => void> {
  const { ground, trial, chance } = lane;
  const { exchange, payments, clock } = ground;
  const cid = `late-trial-${trial.seed}`;
  const client: LateClient = {
    account: trial.account,
    token: String(trial.account),
    apiBase: 'http://exchange.test',
    cid,
    instruments: INSTRUMENTS,
    chance,
    clock,
    skewMs: lane.skewMs,
    serverTime: (phoneMs) => timestampMs(phoneMs - lane.skewMs - lane.lagMs),
    notes: memoryStore(),
    fetch: (input, init) => travel(lane, new Request(input, init)),
    say(result) {
      trial.words.push(result);
      count(ground.tally, result.ok ? 'executed' : `not executed ${result.error.code}`);
    },
  };
  switch (kind) {
    case 'close':
      return orderTap(client, good(await exchange.submit(trial.account, ticket('EURUSD', 'buy', SMALL))).id);
    case 'market':
    case 'pending': {
      const { kind: market } = ticket('EURUSD', 'buy', { ...SMALL, seenPrice: 1.2, deviationPoints: 1_000 });
      const { kind: pending } = ticket('EURUSD', 'buy', { ...SMALL, target: 1.1 });
      const what = kind === 'market' ? market : pending;
      return orderTap(client, { ...ticket('EURUSD', 'buy', SMALL), cid, kind: what } as OrderRequest);
    }
    case 'draw': {
      const destination = { ...NOWHERE, address: tronAddress() };
      const method = good(await payments.methods.bind(trial.account, 'coin', 1, destination));
      good(await payments.confirmation.release(method.id));
      return paymentTap(client, { kind, methodId: method.id });
    }
    case 'deposit':
      return paymentTap(client, { kind, ...TRC20, proof: '/files/1' });
  }
}

const SMALL = { lots: 0.01 };

/** One request over the link. What was sent may arrive although the phone no longer waits for it. */
async function travel(lane: Lane, request: Request): Promise<Response> {
  const { ground, chance, cutFrom, cutTo } = lane;
  const { clock } = ground;
  const { signal } = request;
  const body = request.method === 'POST' ? await request.text() : '';
  const deliver = () => carryOut(lane, request, body);
  const pause = (ms: number) =>
    new Promise<void>((resolve, reject) => {
      clock.after(ms, resolve);
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      if (signal.aborted) reject(new DOMException('aborted', 'AbortError'));
    });
  const never = () => pause(Number.MAX_SAFE_INTEGER);
  await pause(chance.whole(5, 150));
  const now = clock.now();
  const isCut = now >= cutFrom && now < cutTo;
  const cut = isCut ? chance.pick(CUTS) : undefined;
  count(ground.tally, cut ?? 'no cut');
  const healsMs = cutTo - now + chance.whole(0, 150);
  switch (cut) {
    case 'refused':
      throw new TypeError('connection refused');
    case 'held': {
      const arrived = new Promise<Response>((resolve) => void clock.after(healsMs, () => resolve(deliver())));
      await pause(healsMs);
      return arrived;
    }
    case 'inside':
      await never();
      throw new TypeError('unreachable');
    case 'reply lost':
      await deliver();
      throw new TypeError('connection reset');
    case 'reply held': {
      const reply = await deliver();
      await pause(healsMs);
      return reply;
    }
    case undefined: {
      const reply = await deliver();
      await pause(chance.whole(5, 150));
      return reply;
    }
  }
}

/** The exchange's own calls, with the account's number as its token. */
async function carryOut({ ground }: Lane, request: Request, body: string): Promise<Response> {
  const { market, exchange, payments } = ground;
  const accounts = {
    session: async (token: string) => ({ accountId: Number(token), user: { is_demo: 0 } }),
  };
  // The other subjects are not called.
  const run = createCalls({ market, exchange, payments, accounts } as unknown as Services);
  const { pathname, searchParams } = new URL(request.url);
  const name = (Object.keys(ROUTES) as RouteName[]).find(
    (one) => ROUTES[one].path === pathname && ROUTES[one].method === request.method,
  );
  if (name === undefined) throw new Error(`no call has the path ${pathname}`);
  ground.busy++;
  try {
    const outcome = await run(name, {
      parameters: request.method === 'POST' ? new URLSearchParams(body) : searchParams,
      token: request.headers.get('authorization') ?? undefined,
      readFile: () => Promise.reject(new Error('no file is sent')),
      language: 'en',
      visitor: { address: '127.0.0.1', device: '' },
    });
    if (outcome === undefined) throw new Error('a call in one process has an outcome');
    return new Response(JSON.stringify(envelopeOf(outcome, 'en')));
  } finally {
    ground.busy--;
  }
}

/** Compares the page's last word with the ledger. */
async function judge(ground: Ground, trial: Trial): Promise<void> {
  const { tally } = ground;
  const { seed, kind, words, tappedAt = 0 } = trial;
  const done = await executions(ground, trial);
  const problem = (text: string) => tally.problems.push(`seed ${seed} (${kind}): ${text}`);
  tally.trials++;
  if (done.length > 0) tally.executed++;
  if (done.length > 1) problem(`carried out ${done.length} times`);
  const isOrder = kind !== 'draw' && kind !== 'deposit';
  for (const at of isOrder ? done : [])
    if (at > tappedAt + VALID_MS) problem(`carried out ${at - tappedAt} ms after the tap`);
  const last = words.at(-1);
  if (last === undefined) problem('the page never learned the outcome');
  else if (last.ok !== done.length > 0) problem(`the page says ${JSON.stringify(last)}`);
  if (words.some((word) => word.ok !== last?.ok)) problem('the page said two things');
}

/** The times at which the tap was carried out. */
async function executions(
  { exchange, payments }: Ground,
  { kind, account }: Trial,
): Promise<readonly number[]> {
  if (kind === 'draw')
    return (await payments.withdrawals.page(account, 'coin', 1)).list.map(({ createdAt }) => createdAt);
  if (kind === 'deposit')
    return (await payments.deposits.page(account, 'coin', 1)).list.map(({ createdAt }) => createdAt);
  const closed = (await exchange.deals(account, 'closed', 1)).orders;
  if (kind === 'close') return closed.map(closingTime);
  return [...(await exchange.working(account)), ...closed].map(({ createdAt }) => createdAt);
}

const closingTime = (order: Order) => (order.status === 'closed' ? order.closedAt : Number.NaN);
