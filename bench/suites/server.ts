import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProduct } from '../../tests/helpers/product.ts';
import { serverFlags } from '../../tests/helpers/server-flags.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { compare, type Spread, spread } from '../method.ts';
import type { Options } from '../options.ts';
import { runLast, runOn, type Usage, usageOf } from '../server/cores.ts';
import { enterAccounts, listInstruments } from '../server/exchange-calls.ts';
import {
  LATE_MS,
  LOAD,
  type OrderReport,
  type OrderTask,
  type SocketReport,
  type SocketTask,
  tapeFor,
} from '../server/load.ts';
import { endProgram, messageOf, STAMPED, startProgram, UNCOLLECTED } from '../server/processes.ts';
import { writeTapes } from '../tape.ts';

type ServerOptions = Pick<Options, 'quick' | 'dearRepetitions' | 'seconds'>;
const REST_MS = 1_000;
/** Of a first look: its clients take longer to connect than is needed of them. */
const QUICK = { seconds: 1, restMs: 500, settleMs: 100 };

type Place = Pick<OrderTask, 'target' | 'port' | 'tokens' | 'instruments'> &
  Pick<SocketTask, 'path'> & {
    readonly pid: number;
  };

interface Turn {
  /** Of a second, the server's. */
  readonly server: Usage;
  /** Of a second, the order client's: what it waits for its core is in the round trip, and none of the server's doing. */
  readonly client: Usage;
  readonly orders: OrderReport;
  readonly sockets: SocketReport;
}

/**
 * Orders beside a thousand socket clients: the exchange, and the least that could do the work (one durable insert a
 * request with fastify and node:sqlite, one send a client with ws) under the same load and the same flags of Node. Server,
 * clients and orders are processes of their own; where the machine allows it, each server has one core while the other one
 * stands still, and the others share the rest. The round trip is the client's: from asking to having read the answer, what
 * it waits for a core among the other clients included.
 */
export async function runServer(options: ServerOptions): Promise<readonly Figure[]> {
  const { quick } = options;
  await ensureBuilt();
  const tape = tapeFor(tapeSeconds(options));
  const tapes = await writeTapes(tape);
  const folder = await mkdtemp(join(tmpdir(), 'pipstream-peer-'));
  const isPinned = runOn('server');
  const product = await startProduct({ FEED: tapes.feed, NODE_OPTIONS: STAMPED.join(' ') });
  const bare = startProgram('peer', [folder, String(tape.seconds)], [...(await serverFlags()), ...STAMPED]);
  runOn('load');
  try {
    const peerPort = await messageOf<number>(bare);
    const port = Number(new URL(product.url).port);
    const instruments = await listInstruments(product.url);
    const tokens = await enterAccounts(product.url, LOAD.traders);
    const places: Record<'product' | 'peer', Place> = {
      product: {
        target: 'product',
        pid: product.pid ?? Number.NaN,
        port,
        path: '/v1/ws',
        tokens,
        instruments,
      },
      peer: {
        target: 'peer',
        pid: bare.pid ?? Number.NaN,
        port: peerPort,
        path: '/',
        tokens,
        instruments: instruments.map((_, at) => [at, 1] as const),
      },
    };
    const seen = { product: [] as Turn[], peer: [] as Turn[] };
    const settleMs = quick ? QUICK.settleMs : REST_MS;
    const turn = (whose: 'product' | 'peer') => async () => {
      const one = await aloneOnItsCore(places[whose].pid, settleMs, () =>
        takeTurn(places[whose], tape, options),
      );
      seen[whose].push(one);
      console.error(`  ${whose}: ${lineOf(one)}`);
      return one.orders.roundTripMs.p50;
    };
    // Both at once are warm sooner.
    if (quick) await Promise.all(Object.values(places).map((place) => takeTurn(place, tape, options)));
    const warmUps = quick ? 0 : 1;
    for (const { pid } of Object.values(places)) process.kill(pid, 'SIGSTOP');
    await compare(
      [
        { name: 'product', run: turn('product') },
        { name: 'peer', run: turn('peer') },
      ],
      options.dearRepetitions,
      warmUps,
    );
    // The warm-up of each is no repetition.
    return figuresOf(seen.product.slice(warmUps), seen.peer.slice(warmUps), isPinned);
  } finally {
    runOn('all');
    if (product.pid !== undefined) process.kill(product.pid, 'SIGCONT');
    await endProgram(bare);
    await product.stop();
    await tapes.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a server that stands still otherwise: its market and its collector would take the core from the other one. Its
 * clients leave before it stops, and it is up to date with the market before the next ones come.
 */
async function aloneOnItsCore<T>(pid: number, settleMs: number, run: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGCONT');
  await setTimeout(settleMs);
  const result = await run();
  await setTimeout(settleMs);
  process.kill(pid, 'SIGSTOP');
  return result;
}

/** The tape must outlast the start and all turns. */
const tapeSeconds = ({ quick, dearRepetitions, seconds }: ServerOptions): number =>
  quick ? 40 + (dearRepetitions * 2 + 1) * 15 : 120 + (dearRepetitions * 2 + 2) * (seconds + 15);

async function takeTurn(place: Place, tape: SocketTask['tape'], options: ServerOptions): Promise<Turn> {
  const { seconds, restMs } = options.quick ? QUICK : { seconds: options.seconds, restMs: REST_MS };
  const clients = startProgram('sockets');
  const traders = startProgram('orders', [], UNCOLLECTED);
  try {
    const numbered = place.instruments.map(([id], at) => [id, at] as const);
    const { port, path, tokens } = place;
    runLast(clients.pid);
    clients.send({ port, path, tokens, instruments: numbered, tape, seconds, restMs } satisfies SocketTask);
    await messageOf(clients);
    const sockets = messageOf<SocketReport>(clients);
    const orders = messageOf<OrderReport>(traders);
    const { target } = place;
    const task = { target, port, tokens, instruments: place.instruments, seconds };
    const usages = () => ({ server: usageOf(place.pid), client: usageOf(traders.pid ?? Number.NaN) });
    const [before, from] = [usages(), performance.now()];
    traders.send({ ...task, perSecond: LOAD.ordersPerSecond } satisfies OrderTask);
    const done = await orders;
    const [after, forMs] = [usages(), performance.now() - from];
    const server = shareOf(before.server, after.server, forMs);
    const client = shareOf(before.client, after.client, forMs);
    return { orders: done, sockets: await sockets, server, client };
  } finally {
    await endProgram(clients);
    await endProgram(traders);
  }
}

/** What was had of each second. */
function shareOf(before: Usage | undefined, after: Usage | undefined, forMs: number): Usage {
  const share = (of: (usage: Usage) => number) =>
    before && after ? (1_000 * (of(after) - of(before))) / forMs : Number.NaN;
  return { cpuMs: share(({ cpuMs }) => cpuMs), waitedMs: share(({ waitedMs }) => waitedMs) };
}

const lineOf = ({ orders, sockets, server, client }: Turn): string =>
  `orders p50 ${orders.roundTripMs.p50.toFixed(1)} p99 ${orders.roundTripMs.p99.toFixed(1)} ms, ` +
  `${orders.failed} of ${orders.done} failed; prices p50 ${sockets.latenessMs.p50.toFixed(0)} ` +
  `p99 ${sockets.latenessMs.p99.toFixed(0)} ms, ${percent(sockets).toFixed(2)} % late, ` +
  `${sockets.framesPerSecond.toFixed(0)} frames/s a client, ${sockets.megabytesPerSecond.toFixed(0)} MB/s; ` +
  `server ${server.cpuMs.toFixed(0)} ms/s, waited ${server.waitedMs.toFixed(0)} ms/s for the core; ` +
  `orders there ${partText(orders.partsMs.there)}, inside ${partText(orders.partsMs.inside)}, ` +
  `back ${partText(orders.partsMs.back)} ms, their client waited ${client.waitedMs.toFixed(0)} ms/s for its core`;

const partText = ({ p50, p99 }: OrderReport['roundTripMs']): string => `${p50.toFixed(1)}/${p99.toFixed(1)}`;

/** Prices that came late; all of them when none was seen. */
const percent = ({ late, prices }: SocketReport): number => (prices === 0 ? 100 : (100 * late) / prices);

function figuresOf(product: readonly Turn[], peer: readonly Turn[], isPinned: boolean): readonly Figure[] {
  const both = (
    of: (turn: Turn) => number,
  ): { readonly product: Spread; readonly cost: Spread; readonly ratio: Spread } => ({
    product: spread(product.map(of)),
    cost: spread(peer.map(of)),
    ratio: spread(product.map((turn, at) => of(turn) / (peer[at] ? of(peer[at]) : Number.NaN))),
  });
  const [p50, p99] = [
    both((turn) => turn.orders.roundTripMs.p50),
    both((turn) => turn.orders.roundTripMs.p99),
  ];
  const late = both((turn) => percent(turn.sockets));
  const lateness = both((turn) => turn.sockets.latenessMs.p99);
  const [busy, waited] = [both(({ server }) => server.cpuMs), both(({ server }) => server.waitedMs)];
  const part = (of: keyof OrderReport['partsMs']) => both(({ orders }) => orders.partsMs[of].p99).product;
  const where = `${LOAD.ordersPerSecond} orders/s, ${LOAD.clients} socket clients, ${LOAD.instruments} instruments x ${LOAD.changesPerSecond}/s`;
  const failed = product.reduce((sum, { orders }) => sum + orders.failed, 0);
  return [
    {
      name: `durable order p99, ${where}`,
      unit: 'ms',
      product: failed > 0 ? spread([Number.NaN]) : p99.product,
      goal: budgets.server.orderP99Ms,
      details: {
        'orders refused or lost': failed,
        'bare insert p99, ms': textOf(p99.cost),
        ratio: textOf(p99.ratio),
        'server on a core of its own': isPinned ? 'yes' : 'no',
        'p99 until the server has it, ms': textOf(part('there')),
        'p99 within the server, ms': textOf(part('inside')),
        'p99 of the way back, ms': textOf(part('back')),
        'order client ready but without a core, ms a second': textOf(
          both(({ client }) => client.waitedMs).product,
        ),
        'server, ms of CPU a second': textOf(busy.product),
        'bare server, ms of CPU a second': textOf(busy.cost),
        'server ready but without the core, ms a second': textOf(waited.product),
        'bare server ready but without the core, ms a second': textOf(waited.cost),
      },
    },
    {
      name: 'durable order p50 beside a bare insert',
      unit: 'ms',
      product: p50.product,
      peer: { name: 'fastify and node:sqlite, one insert', cost: p50.cost },
      ratio: p50.ratio,
      goal: budgets.server.orderToBareInsert,
    },
    {
      name: `latest prices later than ${LATE_MS} ms`,
      unit: '%',
      product: late.product,
      goal: budgets.server.latePercent,
      details: {
        'bare broadcast, %': textOf(late.cost),
        'frames/s a client': both((turn) => turn.sockets.framesPerSecond).product.median.toFixed(1),
        'MB/s to all': both((turn) => turn.sockets.megabytesPerSecond).product.median.toFixed(0),
        'frame age at any client, worst ms': both((turn) => turn.sockets.frameAgeMs.max).product.max.toFixed(
          0,
        ),
      },
    },
    {
      name: 'price lateness p99 beside a bare broadcast',
      unit: 'ms',
      product: lateness.product,
      peer: { name: 'ws, one send a client', cost: lateness.cost },
      ratio: lateness.ratio,
      goal: budgets.server.latenessToBareBroadcast,
    },
  ];
}

const textOf = ({ median, min, max }: Spread): string =>
  `${median.toFixed(2)} [${min.toFixed(2)}-${max.toFixed(2)}]`;
