import { setTimeout } from 'node:timers/promises';
import { DELTA_FORMAT, type MarketParams } from '../../shared/contract/socket.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure, versus } from '../figures/figure.ts';
import { compare, spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { usageOf } from '../probe/cpu.ts';
import { endProgram, messageOf, startProgram } from './processes.ts';
import { LOAD } from './server-load.ts';

/** Message to the process of reading clients, which replies `ready`, and then to `report` with a `ReadersReport`. */
export interface ReadersTask {
  readonly port: number;
  readonly path: string;
  readonly clients: number;
  /** The command that each of them sends. */
  readonly subscription: string;
}

/** What the clients have received since they connected. */
export interface ReadersReport {
  frames: number;
  /** Payload of the frames, as it was on the line. */
  bytes: number;
  /** Everything that came, as a proxy of TCP sees it. */
  lineBytes: number;
}

interface Way {
  readonly path: string;
  readonly params?: MarketParams;
}

interface Exchange {
  readonly pid: number;
  readonly port: number;
  readonly settleMs: number;
  readonly seconds: number;
}

interface Seen {
  /** CPU of the server for one frame to one client, µs, without what it uses when nobody listens. */
  readonly cpuUs: number;
  /** Bytes a second to one client. */
  readonly bytes: number;
  readonly lineBytes: number;
}

const CLIENTS = 100;
/** Rows on the screen of a large phone. */
const VISIBLE_ROWS = 24;
const VISIBLE_HZ = 4;
export const PLAIN: Way = { path: '/v1/ws' };
const COMPRESSED: Way = { path: '/v1/ws?deflate=1' };

const WHERE = `${LOAD.instruments} instruments x ${LOAD.changesPerSecond}/s`;
const NAMES = {
  cpu: `server CPU of a compressed frame to ${CLIENTS} clients vs a plain one, ${WHERE}`,
  bytes: `bytes of compressed frames vs plain ones, ${WHERE}`,
  delta: `server CPU of a frame in few bytes to ${CLIENTS} clients vs a plain one, ${WHERE}`,
  deltaScreen: `${VISIBLE_ROWS} rows at ${VISIBLE_HZ} Hz and the others each two seconds, in few bytes, ${WHERE}`,
  screen: `${VISIBLE_ROWS} rows at ${VISIBLE_HZ} Hz and the others each two seconds, compressed, ${WHERE}`,
};
export const BYTES_NAMES: readonly string[] = Object.values(NAMES);

/**
 * Frames of all prices to a hundred clients: compressed beside plain, in bytes and in CPU of the server; and the bytes of
 * a phone that asks for the rows on its screen.
 */
export async function bytesFigures(
  exchange: Exchange,
  /** Of its instruments. */
  ids: readonly number[],
  { dearRepetitions }: Pick<Options, 'dearRepetitions'>,
): Promise<readonly Figure[]> {
  const seen = { product: [] as Seen[], plain: [] as Seen[] };
  const turn = (whose: keyof typeof seen, way: Way) => async () => {
    const one = await takeTurn(exchange, way);
    seen[whose].push(one);
    return one.cpuUs;
  };
  const compared = await compare(
    [
      { name: 'product', run: turn('product', COMPRESSED) },
      { name: 'plain', run: turn('plain', PLAIN) },
    ],
    dearRepetitions,
    1,
  );
  const rows = { rows: ids.slice(0, VISIBLE_ROWS), hz: VISIBLE_HZ };
  const ofScreen = await takeTurn(exchange, { ...COMPRESSED, params: rows });
  const cpuBy = (way: Way) => async () => (await takeTurn(exchange, way)).cpuUs;
  const delta = await compare(
    [
      { name: 'product', run: cpuBy({ ...PLAIN, params: { format: DELTA_FORMAT } }) },
      { name: 'plain', run: cpuBy(PLAIN) },
    ],
    dearRepetitions,
    1,
  );
  const ofDelta = await takeTurn(exchange, { ...PLAIN, params: { ...rows, format: DELTA_FORMAT } });
  // Without those of the warm-up.
  const kilobytes = (all: readonly Seen[]) => all.slice(1).map(({ bytes }) => bytes / 1_000);
  return [
    {
      name: NAMES.cpu,
      unit: 'µs',
      ...besides(compared, 'plain', 'plain frames'),
      goal: budgets.server.compressedCpuToPlain,
    },
    {
      name: NAMES.bytes,
      unit: 'kB/s',
      ...versus('plain frames', kilobytes(seen.product), kilobytes(seen.plain)),
      goal: budgets.server.compressedBytesToPlain,
    },
    {
      name: NAMES.delta,
      row: 'P27',
      unit: 'µs',
      ...besides(delta, 'plain', 'plain frames'),
      goal: budgets.server.deltaCpuToPlain,
    },
    {
      name: NAMES.deltaScreen,
      row: 'P26',
      unit: 'kB/s',
      product: spread([ofDelta.lineBytes / 1_000]),
      once: true,
      goal: budgets.server.deltaRowsKbPerSecond,
    },
    {
      name: NAMES.screen,
      unit: 'kB/s',
      product: spread([ofScreen.bytes / 1_000]),
      once: true,
      goal: budgets.server.visibleRowsKbPerSecond,
    },
  ];
}

async function takeTurn(exchange: Exchange, way: Way): Promise<Seen> {
  const idle = await cpuOf(exchange.pid, exchange.seconds);
  const { frames, bytes, lineBytes, cpuMs } = await readFrames(exchange, way);
  const ofOne = (all: number) => all / CLIENTS / exchange.seconds;
  return {
    cpuUs: (1_000 * Math.max(0, cpuMs - idle)) / frames,
    bytes: ofOne(bytes),
    lineBytes: ofOne(lineBytes),
  };
}

/** Frames of all prices to a hundred clients, and ms of CPU of the process that serves them. */
export async function readFrames({ pid, port, settleMs, seconds }: Exchange, { path, params }: Way) {
  const readers = startProgram('readers');
  try {
    const subscription = JSON.stringify({ cmd: 'sub', topic: 'DAY_MARKET', ...(params && { params }) });
    readers.send({ port, path, clients: CLIENTS, subscription } satisfies ReadersTask);
    await messageOf(readers);
    // The snapshots, and the code that becomes hot.
    await setTimeout(settleMs);
    const report = () => {
      const answer = messageOf<ReadersReport>(readers);
      readers.send('report');
      return answer;
    };
    const before = await report();
    const cpuMs = await cpuOf(pid, seconds);
    const after = await report();
    return {
      frames: after.frames - before.frames,
      bytes: after.bytes - before.bytes,
      lineBytes: after.lineBytes - before.lineBytes,
      cpuMs,
    };
  } finally {
    await endProgram(readers);
  }
}

/** ms of CPU that a process uses in that time; NaN where the system does not report it. */
async function cpuOf(pid: number, seconds: number): Promise<number> {
  const before = usageOf(pid)?.cpuMs ?? Number.NaN;
  await setTimeout(seconds * 1_000);
  return (usageOf(pid)?.cpuMs ?? Number.NaN) - before;
}
