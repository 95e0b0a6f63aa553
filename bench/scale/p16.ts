import { type Product, startProduct } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { printFigure } from '../cluster/print-figure.ts';
import { ratioOf, spread } from '../figures/method.ts';
import { usageOf } from '../probe/cpu.ts';
import { enterAccounts, listInstruments } from '../server/exchange-calls.ts';
import { STAMPED } from '../server/processes.ts';
import { lineOf, type Turn, textOf } from '../server/server-figures.ts';
import { LATE_MS, LOAD, tapeFor } from '../server/server-load.ts';
import { type Place, takeTurn } from '../server/server-turn.ts';
import { writeTapes } from '../tapes/tape.ts';
import { type Counts, type Databases, openDatabases, openParts } from './exchanges.ts';

export interface P16Options extends Counts {
  /** Turns of each side. */
  readonly rounds: number;
  readonly seconds: number;
}

/** An exchange under load: the addresses of its clients, and its processes. */
interface Side {
  readonly urls: readonly string[];
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

interface Seen {
  /** At the address where it is highest, ms. */
  readonly orderP50: number;
  readonly orderP99: number;
  readonly latenessP99: number;
  readonly failed: number;
  /** Of all addresses. */
  readonly latePercent: number;
  /** Of all its processes, ms of CPU a second. */
  readonly cpuMs: number;
}

const RATIOS = ['orderP50', 'orderP99', 'latenessP99', 'cpuMs'] as const satisfies readonly (keyof Seen)[];
const REST_MS = 2_000;
/** For the start of all processes and the connections of all clients. */
const START_S = 90;

/**
 * The load of goal P16, its clients spread evenly over the gateways of an exchange in parts, and over as many groups of clients of one
 * process. Both on PostgreSQL, in turn, each started for its turn, on all cores.
 * @returns whether the exchange in parts meets the goal
 */
export async function runP16(options: P16Options, report: (line: string) => void): Promise<boolean> {
  const tape = tapeFor(START_S + 2 * options.seconds);
  const tapes = await writeTapes(tape);
  const databases = await openDatabases();
  const seen = { parts: [] as Seen[], all: [] as Seen[] };
  const settings = { FEED: tapes.feed, NODE_OPTIONS: STAMPED.join(' ') };
  const open = { parts: openCluster, all: openAll };
  try {
    for (let round = 0; round < options.rounds; round++) {
      for (const whose of round % 2 === 0 ? (['parts', 'all'] as const) : (['all', 'parts'] as const)) {
        const side = await open[whose](databases, `${whose}${round}`, settings, options);
        try {
          seen[whose].push(await takeTurns(side, options, tape, (line) => report(`  ${whose}: ${line}`)));
        } finally {
          await side.stop();
        }
      }
    }
  } finally {
    await databases.stop();
    await tapes.remove();
  }
  return judge(seen, options, report);
}

type Settings = Readonly<Record<string, string>>;

async function openCluster(
  databases: Databases,
  name: string,
  settings: Settings,
  counts: Counts,
): Promise<Side> {
  const { gateways, pids, stop } = await openParts(await databases.create(name), counts, settings);
  return { urls: gateways, pids: [...pids.gateway, ...pids.dealer, ...pids.feed, ...pids.nats], stop };
}

/** As many groups of clients as there are gateways on the other side. */
async function openAll(
  databases: Databases,
  name: string,
  settings: Settings,
  { gateways }: Counts,
): Promise<Side> {
  const all: Product = await startProduct({ ...settings, DATABASE_URL: await databases.create(name) });
  return {
    urls: Array.from({ length: gateways }, () => all.url),
    pids: all.pid === undefined ? [] : [all.pid],
    stop: all.stop,
  };
}

/** Loads all addresses of a side at once. A first turn is not counted: code that is not compiled yet costs a fifth more. */
async function takeTurns(
  { urls, pids }: Side,
  { seconds }: P16Options,
  tape: ReturnType<typeof tapeFor>,
  report: (line: string) => void,
): Promise<Seen> {
  const share = (all: number) => Math.ceil(all / urls.length);
  const places: Place[] = [];
  for (const url of urls)
    places.push({
      target: 'product',
      // The gateways come first.
      pid: pids[places.length] ?? pids[0] ?? Number.NaN,
      port: Number(new URL(url).port),
      path: '/v1/ws',
      tokens: await enterAccounts(url, share(LOAD.traders)),
      instruments: await listInstruments(url),
      clients: share(LOAD.clients),
      sampled: share(LOAD.sampled),
      ordersPerSecond: LOAD.ordersPerSecond / urls.length,
    });
  const turn = (): Promise<readonly Turn[]> =>
    Promise.all(places.map((place) => takeTurn(place, tape, { seconds, restMs: REST_MS })));
  await turn();
  const usedMs = () => pids.reduce((sum, pid) => sum + (usageOf(pid)?.cpuMs ?? Number.NaN), 0);
  const [before, from] = [usedMs(), performance.now()];
  const turns = await turn();
  const cpuMs = (1_000 * (usedMs() - before)) / (performance.now() - from);
  for (const one of turns) report(lineOf(one));
  return { ...joined(turns), cpuMs };
}

function joined(turns: readonly Turn[]): Omit<Seen, 'cpuMs'> {
  const most = (of: (turn: Turn) => number) => Math.max(...turns.map(of));
  const sum = (of: (turn: Turn) => number) => turns.reduce((all, turn) => all + of(turn), 0);
  const prices = sum(({ sockets }) => sockets.prices);
  return {
    orderP50: most(({ orders }) => orders.roundTripMs.p50),
    orderP99: most(({ orders }) => orders.roundTripMs.p99),
    latenessP99: most(({ sockets }) => sockets.latenessMs.p99),
    failed: sum(({ orders }) => orders.failed),
    latePercent: prices === 0 ? 100 : (100 * sum(({ sockets }) => sockets.late)) / prices,
  };
}

async function judge(
  seen: Readonly<Record<'parts' | 'all', readonly Seen[]>>,
  { gateways, dealers, feeds }: Counts,
  report: (line: string) => void,
): Promise<boolean> {
  const of = (whose: 'parts' | 'all', figure: keyof Seen) => spread(seen[whose].map((one) => one[figure]));
  const beside = (figure: keyof Seen, unit: string) =>
    `${textOf(of('parts', figure))} ${unit}, in one process ${textOf(of('all', figure))} ${unit}`;
  report(
    `P16 in parts (${gateways} gateways, ${dealers} dealers, ${feeds} feeds): ${LOAD.clients} clients, ${LOAD.ordersPerSecond} orders/s, ` +
      `${LOAD.instruments} instruments x ${LOAD.changesPerSecond}/s; medians, with the least and the most`,
  );
  report(`latest prices delivered later than ${LATE_MS} ms: ${beside('latePercent', '%')}`);
  report(`p99 of their lateness: ${beside('latenessP99', 'ms')}`);
  report(`orders, p50: ${beside('orderP50', 'ms')}; p99: ${beside('orderP99', 'ms')}`);
  report(`failed ${of('parts', 'failed').max}, ${of('all', 'failed').max}; CPU: ${beside('cpuMs', 'ms/s')}`);
  const ratio = (one: keyof Seen) => textOf(ratioOf(of('parts', one).values, of('all', one).values));
  report(`in parts / in one process: ${RATIOS.map((one) => `${one} ${ratio(one)}`).join('; ')}`);
  const isMet =
    of('parts', 'failed').max === 0 &&
    of('parts', 'latePercent').median <= budgets.server.latePercent &&
    of('parts', 'orderP99').median <= budgets.scale.orderP99Ms;
  const text = `${textOf(of('parts', 'latePercent'))} % late; order p99 ${textOf(of('parts', 'orderP99'))} ms`;
  await printFigure({ id: 'S8', text, isMet }, report);
  return isMet;
}
