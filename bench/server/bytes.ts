import { setTimeout } from 'node:timers/promises';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure } from '../figures/figure.ts';
import { compare, spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { usageOf } from './cores.ts';
import { LOAD } from './load.ts';
import { endProgram, messageOf, startProgram } from './processes.ts';

/** Message to the process of reading clients, which replies `ready`, and then to any message with a `ReadersReport`. */
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
}

interface Way {
  readonly path: string;
  readonly params?: { readonly rows: readonly number[]; readonly hz: number };
}

interface Exchange {
  readonly pid: number;
  readonly port: number;
  /** Ids of its instruments. */
  readonly ids: readonly number[];
  readonly settleMs: number;
  readonly seconds: number;
}

interface Seen {
  /** CPU of the server for one frame to one client, µs, without what it uses when nobody listens. */
  readonly cpuUs: number;
  /** Bytes a second to one client. */
  readonly bytes: number;
}

const CLIENTS = 100;
/** Rows on the screen of a large phone. */
const VISIBLE_ROWS = 24;
const VISIBLE_HZ = 4;
const PLAIN: Way = { path: '/v1/ws' };
const COMPRESSED: Way = { path: '/v1/ws?deflate=1' };

/**
 * Frames of all prices to a hundred clients: compressed beside plain, in bytes and in CPU of the server; and the bytes of
 * a phone that asks for the rows on its screen.
 */
export async function bytesFigures(
  exchange: Exchange,
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
  const ofScreen = await takeTurn(exchange, {
    ...COMPRESSED,
    params: { rows: exchange.ids.slice(0, VISIBLE_ROWS), hz: VISIBLE_HZ },
  });
  const [product, plain] = [seen.product.slice(1), seen.plain.slice(1)];
  const bytes = { product: product.map((one) => one.bytes), plain: plain.map((one) => one.bytes) };
  const where = `${LOAD.instruments} instruments x ${LOAD.changesPerSecond}/s`;
  return [
    {
      name: `server CPU of a compressed frame to ${CLIENTS} clients vs a plain one, ${where}`,
      unit: 'µs',
      ...besides(compared, 'plain', 'plain frames'),
      goal: budgets.server.compressedCpuToPlain,
    },
    {
      name: `bytes of compressed frames vs plain ones, ${where}`,
      unit: 'kB/s',
      product: spread(bytes.product.map((all) => all / 1_000)),
      peer: { name: 'plain frames', cost: spread(bytes.plain.map((all) => all / 1_000)) },
      ratio: spread(bytes.product.map((all, at) => all / (bytes.plain[at] ?? Number.NaN))),
      goal: budgets.server.compressedBytesToPlain,
    },
    {
      name: `${VISIBLE_ROWS} rows at ${VISIBLE_HZ} Hz and the others each two seconds, compressed, ${where}`,
      unit: 'kB/s',
      product: spread([ofScreen.bytes / 1_000]),
      once: true,
      goal: budgets.server.visibleRowsKbPerSecond,
    },
  ];
}

async function takeTurn({ pid, port, settleMs, seconds }: Exchange, { path, params }: Way): Promise<Seen> {
  const idle = await cpuOf(pid, seconds);
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
    const cpu = await cpuOf(pid, seconds);
    const after = await report();
    const frames = after.frames - before.frames;
    return {
      cpuUs: (1_000 * Math.max(0, cpu - idle)) / frames,
      bytes: (after.bytes - before.bytes) / CLIENTS / seconds,
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
