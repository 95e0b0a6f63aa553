import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serverFlags } from '../../scripts/server-flags.mjs';
import { type Product, startProduct } from '../../tests/helpers/product.ts';
import type { Figure } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import { isAsked } from '../figures/planned.ts';
import type { Options } from '../options.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { ALERTS_NAME, alertFigures } from '../server/alert-figures.ts';
import { BYTES_NAMES, bytesFigures } from '../server/bytes.ts';
import { runOn } from '../server/cores.ts';
import { enterAccounts, listInstruments } from '../server/exchange-calls.ts';
import { endProgram, messageOf, STAMPED, startProgram } from '../server/processes.ts';
import { figuresOf, lineOf, type Turn } from '../server/server-figures.ts';
import { LOAD, tapeFor } from '../server/server-load.ts';
import { type Place, takeTurn } from '../server/server-turn.ts';
import { SOURCE_NAME, sourceFigures } from '../server/source-figures.ts';
import { writeTapes } from '../tapes/tape.ts';

type ServerOptions = Pick<Options, 'quick' | 'dearRepetitions' | 'seconds' | 'only'>;
const USUAL = { restMs: 1_000, settleMs: 1_000 };
/** Settings of a `--quick` run, in which the clients take longer to connect than to be measured. */
const QUICK = { seconds: 1, restMs: 500, settleMs: 100 };
const QUICK_WARM_UP = { seconds: 0.5, restMs: 100 };

const LOAD_NAMES = figuresOf([], [], false).map(({ name }) => name);

/** The exchange under load; the judging of alerts, and of prices from outside, in this process. */
export async function runServer(options: ServerOptions): Promise<readonly Figure[]> {
  const isWanted = (names: readonly string[]) => names.some((name) => isAsked(options.only, name));
  const [load, bytes] = [isWanted(LOAD_NAMES), !options.quick && isWanted(BYTES_NAMES)];
  return [
    ...(load || bytes ? await underLoad(options, { load, bytes }) : []),
    ...(isWanted([ALERTS_NAME]) ? await alertFigures() : []),
    ...(isWanted([SOURCE_NAME]) ? await sourceFigures() : []),
  ];
}

/**
 * Orders beside a thousand socket clients: the exchange and a minimal peer (one durable insert per request with fastify
 * and node:sqlite, one send per client with ws) under the same load and with the same Node flags. Server, clients and
 * orders are separate processes. Where the machine allows it, each server has one core while the other server is
 * stopped, and the clients share the other cores. The round trip is the client's: from the request until the response
 * has been read, including its wait for a core among the other clients.
 */
async function underLoad(
  options: ServerOptions,
  wanted: { readonly load: boolean; readonly bytes: boolean },
): Promise<readonly Figure[]> {
  const { quick } = options;
  await ensureBuilt();
  const tape = tapeFor(tapeSeconds(options));
  const tapes = await writeTapes(tape);
  const folder = await mkdtemp(join(tmpdir(), 'pipstream-peer-'));
  const isPinned = runOn('server');
  let product: Product | undefined;
  let bare: ChildProcess | undefined;
  try {
    product = await startProduct({ FEED: tapes.feed, NODE_OPTIONS: STAMPED.join(' ') });
    bare = startProgram('peer', [folder, String(tape.seconds)], [...serverFlags(), ...STAMPED]);
    runOn('load');
    const peerPort = await messageOf<number>(bare);
    const port = Number(new URL(product.url).port);
    const instruments = await listInstruments(product.url);
    const tokens = await enterAccounts(product.url, LOAD.traders);
    const { clients, sampled, ordersPerSecond } = LOAD;
    const load = { tokens, clients, sampled, ordersPerSecond };
    const numbered = instruments.map((_, at) => [at, 1] as const);
    const pids = [product.pid ?? Number.NaN, bare.pid ?? Number.NaN] as const;
    const places: Record<'product' | 'peer', Place> = {
      product: { ...load, target: 'product', pid: pids[0], port, path: '/v1/ws', instruments },
      peer: { ...load, target: 'peer', pid: pids[1], port: peerPort, path: '/', instruments: numbered },
    };
    const seen = { product: [] as Turn[], peer: [] as Turn[] };
    const { settleMs, ...length } = quick ? QUICK : { seconds: options.seconds, ...USUAL };
    const turn = (whose: 'product' | 'peer') => async () => {
      const one = await aloneOnItsCore(places[whose].pid, settleMs, () =>
        takeTurn(places[whose], tape, length),
      );
      seen[whose].push(one);
      console.error(`  ${whose}: ${lineOf(one)}`);
      return one.orders.roundTripMs.p50;
    };
    // Both at once, which is also faster.
    if (quick) await Promise.all(Object.values(places).map((place) => takeTurn(place, tape, QUICK_WARM_UP)));
    const warmUps = quick ? 0 : 1;
    for (const { pid } of Object.values(places)) process.kill(pid, 'SIGSTOP');
    if (wanted.load)
      await compare(
        [
          { name: 'product', run: turn('product') },
          { name: 'peer', run: turn('peer') },
        ],
        options.dearRepetitions,
        warmUps,
      );
    // The warm-up of each is no repetition.
    return [
      ...(wanted.load ? figuresOf(seen.product.slice(warmUps), seen.peer.slice(warmUps), isPinned) : []),
      ...(wanted.bytes ? await bytesOf(places.product, settleMs, options) : []),
    ];
  } finally {
    runOn('all');
    if (product?.pid !== undefined) process.kill(product.pid, 'SIGCONT');
    if (bare) await endProgram(bare);
    await product?.stop();
    await tapes.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Resumes a server that is otherwise stopped: its market and its collector would compete with the other server for the
 * core. Its clients disconnect before it stops, and it catches up with the market before the next ones connect.
 */
async function aloneOnItsCore<T>(pid: number, settleMs: number, run: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGCONT');
  await setTimeout(settleMs);
  const result = await run();
  await setTimeout(settleMs);
  process.kill(pid, 'SIGSTOP');
  return result;
}

async function bytesOf({ pid, port, instruments }: Place, settleMs: number, options: ServerOptions) {
  const ids = instruments.map(([id]) => id);
  return aloneOnItsCore(pid, settleMs, () =>
    bytesFigures({ pid, port, settleMs, seconds: options.seconds }, ids, options),
  );
}

/** The tape must outlast the start and all turns. */
const tapeSeconds = ({ quick, dearRepetitions, seconds }: ServerOptions): number =>
  quick
    ? 30 + (dearRepetitions * 2 + 1) * 12
    : 120 + (dearRepetitions * 2 + 2) * (seconds + 15) + (dearRepetitions * 2 + 3) * (2 * seconds + 5);
