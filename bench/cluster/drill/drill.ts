import { setTimeout as pause } from 'node:timers/promises';
import { askExchange } from '../../../server/ops/ask-exchange.ts';
import { readAddress } from '../../../server/ops/channel-file.ts';
import { printFigure } from '../print-figure.ts';
import type { Member } from '../supervisor.ts';
import { createFaults, type Felt } from './drill-faults.ts';
import { openPhone, type Phone, type Settled } from './drill-phone.ts';
import { createDrillRecording } from './drill-recording.ts';

interface Drill {
  readonly origin: string;
  readonly members: readonly Member[];
  /** The folder of a member's data. */
  readonly folderOf: (member: Member) => string;
  readonly seconds: number;
  /** Phones, each with an account and a socket. */
  readonly sockets: number;
  /** Orders and closes in that time; 0: ten a second. */
  readonly orders: number;
  /** Where what one phone saw is written. */
  readonly record: string | undefined;
  /** In place of the faults: trading lasts at least until it is over. */
  readonly roll: (() => Promise<void>) | undefined;
  /** Resolves when all members are ready. */
  readonly untilReady: () => Promise<void>;
  readonly report: (line: string) => void;
}

/** Orders and closes a second, of all phones. */
const RATE = 10;
/** Phones that are opened at the same time, and later compared with what is stored. */
const AT_ONCE = 8;
/** Number of phones that follow the prices as well. */
const WATCHING = 8;
/** Addresses of this machine: the balancer sends their clients to different gateways. Only Linux has more than one. */
const ADDRESSES = process.platform === 'linux' ? 8 : 0;
/** The address of the recorded phone: the balancer sends it to the gateway that is killed first. */
const FIRST_ADDRESS = 3;
const FAULT_EVERY_MS = 8_000;
/** Faults of a short drill: each role is killed once. */
const LEAST_FAULTS = 3;
/** The time for the last events to reach the sockets. */
const REST_MS = 8_000;
/** The largest share of all calls that may be answered with 503. */
const UNAVAILABLE_SHARE = 0.1;
/** A command whose call was answered with 503 has its answer within this time. */
const ANSWERED_WITHIN_MS = 10_000;

/**
 * Trades on a running cluster while its processes are killed and stopped in turn, or restarted, and then compares every answer with what
 * is stored. @returns whether nothing was lost or doubled, the sockets and books are right, and calls were answered in time
 */
export async function runDrill(drill: Drill): Promise<boolean> {
  const { members, record, report } = drill;
  const faults = createFaults(members, Math.min(WATCHING, drill.sockets));
  const recording = record === undefined ? undefined : createDrillRecording();
  const phones = await openPhones(drill, faults, recording);
  await trade(drill, phones, faults);
  await drill.untilReady();
  await pause(REST_MS);
  for (const line of faults.lines()) report(line);
  const settled = await inBatches(phones, (phone) => phone.settle());
  for (const phone of phones) phone.end();
  if (record !== undefined) recording?.save(record);
  const { isRight, text } = judge(settled, report);
  const books = await checkBooks(members, drill.folderOf);
  report(`books: ${books}`);
  const isPassed = isRight && books === RIGHT;
  if (drill.roll !== undefined) return isPassed;
  await printFigure({ id: 'S4', text: `${text}, books ${books}`, isMet: isPassed }, report);
  await printFigure({ id: 'S5', ...feltOf(faults.felt()) }, report);
  return isPassed;
}

const FELT = ['ordersMs', 'onceBackMs', 'quotesMs'] as const satisfies readonly (keyof Felt)[];
/**
 * Bounds of a fault's effect on phones, ms: the slowest order, and the time until fresh quotes. A stopped gateway is noticed by
 * the socket's heartbeat.
 * PostgreSQL's own recovery is not counted.
 */
const BOUNDS: Readonly<Record<string, Partial<Pick<Felt, (typeof FELT)[number]>>>> = {
  'dealer killed': { ordersMs: 3_000 },
  'dealer stopped': { ordersMs: 3_500 },
  'gateway killed': { quotesMs: 1_500 },
  'gateway stopped': { quotesMs: 20_000 },
  'feed killed': { quotesMs: 2_500 },
  'nats killed': { ordersMs: 3_000, quotesMs: 3_000 },
  'postgres killed': { onceBackMs: 5_000 },
};

function feltOf(felt: readonly Felt[]): { readonly text: string; readonly isMet: boolean } {
  const seconds = (ms: number) => (Number.isFinite(ms) ? (ms / 1_000).toFixed(1) : '--');
  const texts = felt.map(({ kind, ordersMs, onceBackMs, quotesMs }) => {
    const left = BOUNDS[kind]?.onceBackMs === undefined ? '' : ` (${seconds(onceBackMs)} once it accepted)`;
    return `${kind} ${seconds(ordersMs)}${left} / ${seconds(quotesMs)}`;
  });
  return {
    text: `slowest order / fresh quotes, s: ${texts.join(', ')}`,
    isMet: felt.every((one) =>
      FELT.every((what) => {
        const most = BOUNDS[one.kind]?.[what];
        return most === undefined || one[what] <= most;
      }),
    ),
  };
}

type Faults = ReturnType<typeof createFaults>;

function openPhones(
  { origin, sockets }: Drill,
  { onDone, onQuote }: Faults,
  recording: ReturnType<typeof createDrillRecording> | undefined,
): Promise<readonly Phone[]> {
  return inBatches(
    Array.from({ length: sockets }, (_, at) => at),
    (at) =>
      openPhone({
        origin,
        localAddress: ADDRESSES === 0 ? undefined : `127.0.1.${FIRST_ADDRESS + (at % ADDRESSES)}`,
        onDone,
        ...(at < WATCHING ? { onQuote: (time) => onQuote(at, time) } : {}),
        ...(at === 0 ? { note: recording?.note } : {}),
      }),
  );
}

/** Sends all orders and closes at an even rate, and strikes or rolls meanwhile. Resolves when all are answered or given up. */
async function trade({ seconds, orders, roll }: Drill, phones: readonly Phone[], { strike }: Faults) {
  const taps: Promise<void>[] = [];
  let isRolling = roll !== undefined;
  const rolled = roll?.().finally(() => {
    isRolling = false;
  });
  const count = orders === 0 ? RATE * seconds : orders;
  const startedAt = Date.now();
  const faultEveryMs = Math.min(FAULT_EVERY_MS, (seconds * 1_000) / (LEAST_FAULTS + 1));
  let nextFault = Date.now() + faultEveryMs;
  for (let tap = 0; tap < count || isRolling; tap++) {
    const phone = phones[tap % phones.length];
    if (phone !== undefined) taps.push(phone.tap());
    if (roll === undefined && Date.now() > nextFault) {
      nextFault += faultEveryMs;
      strike();
    }
    await pause(Math.max(1, startedAt + ((tap + 1) * seconds * 1_000) / count - Date.now()));
  }
  await Promise.all([...taps, rolled]);
}

/** Prints what became of all commands. @returns it in short, and whether it is what it should be */
function judge(settled: readonly Settled[], report: (line: string) => void) {
  const sum = (of: (one: Settled) => number) => settled.reduce((all, one) => all + of(one), 0);
  const wrong = {
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    sockets: sum(({ isSocketWrong }) => Number(isSocketWrong)),
  };
  report(
    `${sum(({ taps }) => taps)} orders and closes, ${sum(({ answered }) => answered)} done, ${sum(({ refused }) => refused.length)} refused, ` +
      `${sum(({ givenUp }) => givenUp)} without an answer; ${wrong.lost} lost, ${wrong.doubled} doubled, ${wrong.sockets} of ${settled.length} sockets differ`,
  );
  const [unavailable, calls] = [sum((one) => one.unavailable), sum((one) => one.calls)];
  const waits = settled.flatMap(({ afterUnavailableMs }) => afterUnavailableMs);
  const late = waits.filter((ms) => ms > ANSWERED_WITHIN_MS).length;
  report(
    `${unavailable} of ${calls} calls were answered with 503 (${((100 * unavailable) / Math.max(1, calls)).toFixed(1)} %), of ${waits.length} commands; ` +
      `${late} of these had no answer under their cid within ${ANSWERED_WITHIN_MS / 1_000} s, the slowest after ${Math.max(0, ...waits)} ms`,
  );
  return {
    isRight:
      wrong.lost + wrong.doubled + wrong.sockets + late === 0 && unavailable <= UNAVAILABLE_SHARE * calls,
    text:
      `${sum(({ taps }) => taps)} orders and closes: ${wrong.lost} lost, ${wrong.doubled} doubled, ${wrong.sockets} of ${settled.length} sockets wrong, ` +
      `503 to ${unavailable} of ${calls} calls`,
  };
}

async function inBatches<T, U>(all: readonly T[], work: (one: T) => Promise<U>): Promise<readonly U[]> {
  const done: U[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    done.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))));
  return done;
}

const RIGHT = 'right';

async function checkBooks(members: readonly Member[], folderOf: Drill['folderOf']): Promise<string> {
  const dealer = members.find(({ kind, status }) => kind === 'dealer' && status === 'ready');
  const address = dealer && readAddress(folderOf(dealer));
  if (address === undefined) return 'no dealer is ready';
  const step = { who: 'drill', resource: 'check', verb: 'books', values: {} };
  const reply = await askExchange(address, step);
  if (!reply.ok) return 'the dealer does not answer';
  if (!reply.value.ok) return reply.value.error.sentence;
  return reply.value.value.failed ? JSON.stringify(reply.value.value.rows) : RIGHT;
}
