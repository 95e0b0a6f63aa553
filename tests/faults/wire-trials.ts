import { setTimeout as pause } from 'node:timers/promises';
import { auditBooks } from '../../server/audit/audit.ts';
import { systemClock } from '../../server/clock.ts';
import { createPayments } from '../../server/payments/payments.ts';
import type { Services } from '../../server/services.ts';
import { openStore } from '../../server/store/store.ts';
import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import { decodeInstruments } from '../../shared/contract/domain.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import { orderId } from '../../shared/domain/order.ts';
import { priceFromWire } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { VALID_MS } from '../../shared/limits.ts';
import { ok, type Result } from '../../shared/result.ts';
import { dataFolder } from '../helpers/data-folder.ts';
import { good, startDealing } from '../helpers/dealing.ts';
import { NO_FACTORS } from '../helpers/no-factors.ts';
import { payoutCodes, tronAddress } from '../helpers/payout.ts';
import { jpeg } from '../server/files/pictures.ts';
import { startHttp } from '../server/http-fixture.ts';
import { NOWHERE, TRC20 } from '../server/payments/payments-scene.ts';
import { type Chance, createChance } from '../sim/chance.ts';
import { memoryStore } from '../src/manual-clock.ts';
import { type LateClient, orderTap, paymentTap } from './late-client.ts';
import { askServed, quickFeed, type Served, startServed } from './served.ts';
import { type LinkFault, openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/*
 * The trials of late-trials.ts in real time: an exchange in its own process, and customers that reach it each through a TCP
 * proxy of their own, which cuts the connection at any moment of a request for up to a minute.
 */

const CUTS: Readonly<Record<string, LinkFault>> = {
  'before the request': { connecting: 'refuse', up: 'reset' },
  'request held': { connecting: 'hold', up: 'hold' },
  'in the request': { up: 'tear' },
  'after the commit': { down: 'reset' },
  'reply lost in silence': { down: 'drop' },
  'reply held': { down: 'hold' },
};
const KINDS = ['market', 'pending', 'close', 'draw', 'deposit'] as const;
type Kind = (typeof KINDS)[number];

/** A held request may arrive this long after the cut; then the trial is judged. */
const AFTER_MS = 3_000;
/** A last look-up may wait 15 s for its turn, and 10 s for its answer. */
const END_MS = 150_000;
/** The exchange's prices last this long. */
const MINUTES = 60;

export interface WireTally {
  trials: number;
  executed: number;
  /** Longest time from the tap to its execution, orders and closes only. */
  slowestMs: number;
  readonly problems: string[];
  /** How often each cut met a connection, and the page said each word. */
  readonly seen: Map<string, number>;
}

interface Trial {
  readonly seed: number;
  readonly fromMs: number;
  tappedAt: number;
  readonly words: Result<unknown>[];
}

interface Lane {
  readonly kind: Kind;
  readonly account: AccountId;
  readonly token: string;
  readonly methodId: number;
  readonly trials: Trial[];
}

/** @param lanes customers at the same time @param maxCutMs the longest cut */
export async function runWireTrials(
  seeds: readonly number[],
  lanes: number,
  maxCutMs: number,
  report: (line: string) => void = () => undefined,
): Promise<WireTally> {
  const tally: WireTally = { trials: 0, executed: 0, slowestMs: 0, problems: [], seen: new Map() };
  const dataDir = dataFolder();
  const customers = await openAccounts(dataDir, Math.min(lanes, seeds.length));
  const served = await startServed({ DATA_DIR: dataDir, FEED: quickFeed(MINUTES), PAYOUT_HOLD_HOURS: '0' });
  const { data } = await askServed(served.url, '/v1/api/forex/trade_list');
  const listed = decodeInstruments(data);
  const [instrument] = listed.ok ? listed.value : [];
  if (instrument === undefined) throw new Error('nothing is listed');
  const waiting = [...seeds].reverse();
  let done = 0;
  await Promise.all(
    customers.map(async (lane, at) => {
      const proxy = await openTcpProxy({
        target: () => Number(new URL(served.url).port),
        chance: createChance(at),
        localAddress: `127.0.${1 + Math.floor(at / 200)}.${1 + (at % 200)}`,
      });
      for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
        await runTrial({ served, proxy, lane, instrument, maxCutMs, tally }, seed);
        if (++done % 100 === 0) report(`${done} of ${seeds.length} taps`);
      }
      proxy.close();
    }),
  );
  await served.kill();
  await judge(dataDir, customers, tally);
  return tally;
}

/** Demo accounts for orders, real ones with money for payments. */
async function openAccounts(dataDir: string, count: number): Promise<readonly Lane[]> {
  const http = await startHttp({ DATA_DIR: dataDir, LEADERS: '0' });
  const lanes: Lane[] = [];
  for (let at = 0; at < count; at++) {
    const kind = KINDS[at % KINDS.length] ?? 'market';
    const isPayment = kind === 'draw' || kind === 'deposit';
    const token = isPayment
      ? await http.enterReal()
      : good(await http.accounts.loginDemo((await http.accounts.createDemo()).demoId)).token;
    const account = (await http.accounts.session(token))?.accountId;
    if (account === undefined) throw new Error('no session');
    lanes.push({ kind, account, token, methodId: 0, trials: [] });
  }
  await http.stop();
  const dealing = await startDealing({ dataDir });
  const { store, exchange, market, clock, stop } = dealing;
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
  const bound: Lane[] = [];
  for (const lane of lanes) {
    if (lane.kind === 'draw')
      good(await payments.adjust(lane.account, moneyFromWire(10_000), 'For the trial'));
    const destination = { ...NOWHERE, address: tronAddress() };
    let methodId = 0;
    if (lane.kind === 'draw') {
      methodId = good(await payments.methods.bind(lane.account, 'coin', 1, destination)).id;
      good(await payments.confirmation.release(methodId));
    }
    bound.push({ ...lane, methodId });
  }
  await stop();
  return bound;
}

interface Ground {
  readonly served: Served;
  readonly proxy: TcpProxy;
  readonly lane: Lane;
  readonly instrument: Instrument;
  readonly maxCutMs: number;
  readonly tally: WireTally;
}

const count = ({ seen }: WireTally, what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

async function runTrial(ground: Ground, seed: number): Promise<void> {
  const { proxy, lane, maxCutMs, tally } = ground;
  const chance = createChance(seed);
  const trial: Trial = { seed, fromMs: Date.now(), tappedAt: 0, words: [] };
  const tap = await tapOf(ground, trial, chance);
  lane.trials.push(trial);
  const tapMs = chance.whole(0, 2_000);
  const cutMs = Math.max(0, tapMs - chance.whole(0, 300));
  const healMs = tapMs + chance.whole(0, maxCutMs);
  const timers = [
    setTimeout(() => {
      proxy.cut(() => {
        const [name, fault] = chance.pick(Object.entries(CUTS)) ?? ['none', {}];
        count(tally, name);
        return fault;
      });
    }, cutMs),
    setTimeout(() => {
      trial.tappedAt = Date.now();
      tap();
    }, tapMs),
    setTimeout(() => proxy.heal(), healMs),
  ];
  await pause(Math.max(tapMs + VALID_MS, healMs) + AFTER_MS);
  while (trial.words.length === 0 && Date.now() - trial.fromMs < END_MS) await pause(100);
  for (const timer of timers) clearTimeout(timer);
}

async function tapOf(ground: Ground, trial: Trial, chance: Chance): Promise<() => void> {
  const { served, proxy, lane, instrument, tally } = ground;
  const { kind, token } = lane;
  const apiBase = `http://127.0.0.1:${proxy.port}`;
  const cid = `wire-trial-${trial.seed}`;
  // A phone's clock may be wrong by an hour, and its estimate of the exchange's clock may be behind.
  const [skewMs, lagMs] = [chance.whole(-3_600_000, 3_600_000), chance.whole(0, 150)];
  const client: LateClient = {
    ...{ account: lane.account, token, apiBase, cid, chance, skewMs, clock: systemClock },
    instruments: [instrument],
    serverTime: (phoneMs) => timestampMs(phoneMs - skewMs - lagMs),
    notes: memoryStore(),
    fetch: (input, init) => fetch(input, init),
    say(result) {
      trial.words.push(result);
      count(tally, result.ok ? 'executed' : `not executed ${result.error.code}`);
    },
  };
  const { id, minVolume, multiples, precision } = instrument;
  const ticket = {
    cid,
    instrumentId: id,
    side: 'buy',
    volume: minVolume,
    multiple: multiples[0] ?? 1,
  } as const;
  const price = (wire: number) => priceFromWire(wire, precision);
  switch (kind) {
    case 'market': {
      const seen = { type: 'market', seenPrice: price(1.1), deviationPoints: 1_000_000 } as const;
      return orderTap(client, { ...ticket, kind: seen } satisfies OrderRequest);
    }
    case 'pending':
      return orderTap(client, { ...ticket, kind: { type: 'pending', targetPrice: price(1) } });
    case 'close': {
      const fields = { type: '1', cont: '0.01', forex_id: String(id), status: '1' };
      const opened = await askServed(
        served.url,
        '/v1/api/forex/submit',
        { ...fields, multiple: String(ticket.multiple), cid: `open-${cid}` },
        { token },
      );
      return orderTap(client, orderId(opened.data.Id));
    }
    case 'draw':
      return paymentTap(client, { kind, methodId: lane.methodId });
    case 'deposit':
      return paymentTap(client, { kind, ...TRC20, proof: await upload(apiBase, token) });
  }
}

async function upload(apiBase: string, token: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await jpeg(8, 8))], { type: 'image/jpeg' }), 'proof.jpg');
  const path = `${apiBase}/api/common/image_upload`;
  const answer = await fetch(path, { method: 'POST', body: form, headers: { authorization: token } });
  const { data } = (await answer.json()) as { readonly data: { readonly url: string } };
  return data.url;
}

/** Compares the page's last word with the ledger. */
async function judge(dataDir: string, lanes: readonly Lane[], tally: WireTally): Promise<void> {
  const store = await openStore({ dataDir });
  for (const { rule, where } of await auditBooks(store.read)) tally.problems.push(`books: ${rule} ${where}`);
  for (const { kind, account, trials } of lanes) {
    const rows =
      kind === 'draw' || kind === 'deposit'
        ? await store.read
            .selectFrom(kind === 'draw' ? 'withdrawals' : 'deposits')
            .select('created_at as at')
            .where('account_id', '=', account)
            .execute()
        : await store.read
            .selectFrom('orders')
            .select(kind === 'close' ? 'ended_at as at' : 'created_at as at')
            .where('account_id', '=', account)
            .execute();
    const times = rows.flatMap(({ at }) => (at === null ? [] : [Number(at)]));
    for (const [n, trial] of trials.entries()) {
      const until = trials[n + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
      judgeTrial(
        kind,
        trial,
        times.filter((at) => at >= trial.fromMs && at < until),
        tally,
      );
    }
  }
  await store.close();
}

function judgeTrial(kind: Kind, { seed, words, tappedAt }: Trial, done: readonly number[], tally: WireTally) {
  const problem = (text: string) => tally.problems.push(`seed ${seed} (${kind}): ${text}`);
  tally.trials++;
  if (done.length > 0) tally.executed++;
  if (done.length > 1) problem(`carried out ${done.length} times`);
  if (kind !== 'draw' && kind !== 'deposit') {
    for (const at of done) {
      tally.slowestMs = Math.max(tally.slowestMs, at - tappedAt);
      if (at > tappedAt + VALID_MS) problem(`carried out ${at - tappedAt} ms after the tap`);
    }
  }
  const last = words.at(-1);
  if (last === undefined) problem('the page never learned the outcome');
  else if (last.ok !== done.length > 0) problem(`the page says ${JSON.stringify(last)}`);
  if (words.some((word) => word.ok !== last?.ok)) problem('the page said two things');
}
