import { setTimeout as pause } from 'node:timers/promises';
import { readAddress } from '../../../server/ops/channel-file.ts';
import { askExchange } from '../../../server/ops/client.ts';
import type { Kind, Member } from '../supervisor.ts';
import { openPhone, type Phone, type Settled } from './phone.ts';
import { createDrillRecording } from './recording.ts';

interface Drill {
  readonly origin: string;
  readonly members: readonly Member[];
  /** The folder of a member's data. */
  readonly folderOf: (member: Member) => string;
  readonly seconds: number;
  /** Orders and closes in that time; 0: ten a second. */
  readonly orders: number;
  /** Where what one phone saw is written. */
  readonly record: string | undefined;
  /** Resolves when all members are ready. */
  readonly untilReady: () => Promise<void>;
  readonly report: (line: string) => void;
}

const PHONES = 8;
/** Orders and closes a second, of all phones. */
const RATE = 10;
const FAULT_EVERY_MS = 8_000;
/** So many faults fit into a short drill: each role is killed once. */
const LEAST_FAULTS = 3;
/** How long a stopped process is left so. */
const STOPPED_MS = 6_000;
/** Until the last events have reached the sockets. */
const REST_MS = 8_000;

interface Fault {
  readonly name: string;
  readonly at: number;
  /** When an order was done that was sent after it. */
  backAt?: number;
  /** When a quote came that was made after it. */
  quotesBackAt?: number;
  /** What the slowest order took that was sent after it, and before the next fault. */
  slowestMs: number;
}

const FAULTS: readonly (readonly [Kind, 'killed' | 'stopped'])[] = [
  ['dealer', 'killed'],
  ['gateway', 'killed'],
  ['feed', 'killed'],
  ['nats', 'killed'],
  ['dealer', 'stopped'],
  ['gateway', 'stopped'],
  ['feed', 'stopped'],
  ['postgres', 'killed'],
];

/**
 * Trades on a running cluster while its processes are killed and stopped in turn, and then compares every answer with what
 * is stored. @returns whether nothing was lost or doubled, and the books are right
 */
export async function runDrill({
  origin,
  members,
  folderOf,
  seconds,
  orders,
  record,
  untilReady,
  report,
}: Drill): Promise<boolean> {
  const faults: Fault[] = [];
  const onDone = (sentAt: number) => {
    const fault = faults.findLast(({ at }) => sentAt >= at);
    if (fault === undefined) return;
    fault.backAt ??= Date.now();
    fault.slowestMs = Math.max(fault.slowestMs, Date.now() - sentAt);
  };
  const onQuote = (time: number) => {
    const fault = faults.at(-1);
    if (fault !== undefined && time >= fault.at) fault.quotesBackAt ??= Date.now();
  };
  const recording = record === undefined ? undefined : createDrillRecording();
  const phones: Phone[] = [await openPhone({ origin, onDone, onQuote, note: recording?.note })];
  while (phones.length < PHONES) phones.push(await openPhone({ origin, onDone }));
  const taps: Promise<void>[] = [];
  const count = orders === 0 ? RATE * seconds : orders;
  const startedAt = Date.now();
  const faultEveryMs = Math.min(FAULT_EVERY_MS, (seconds * 1_000) / (LEAST_FAULTS + 1));
  let nextFault = Date.now() + faultEveryMs;
  for (let tap = 0; tap < count; tap++) {
    const phone = phones[tap % PHONES];
    if (phone !== undefined) taps.push(phone.tap());
    if (Date.now() > nextFault) {
      nextFault += faultEveryMs;
      const [kind, how] = FAULTS[faults.length % FAULTS.length] ?? ['dealer', 'killed'];
      const hit = strike(members, kind, how);
      if (hit !== undefined) faults.push({ name: `${hit.name} ${how}`, at: Date.now(), slowestMs: 0 });
    }
    await pause(Math.max(1, startedAt + ((tap + 1) * seconds * 1_000) / count - Date.now()));
  }
  await Promise.all(taps);
  await untilReady();
  await pause(REST_MS);
  const since = (at: number, backAt: number | undefined) =>
    backAt === undefined ? '--' : `${backAt - at} ms`;
  for (const { name, at, backAt, quotesBackAt, slowestMs } of faults)
    report(
      `${name}: orders again after ${since(at, backAt)}, the slowest took ${slowestMs} ms, quotes again after ${since(at, quotesBackAt)}`,
    );
  const settled: Settled[] = [];
  for (const phone of phones) {
    settled.push(await phone.settle());
    phone.end();
  }
  if (record !== undefined) recording?.save(record);
  const sum = (of: (one: Settled) => number) => settled.reduce((all, one) => all + of(one), 0);
  const wrong = {
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    sockets: sum(({ isSocketWrong }) => Number(isSocketWrong)),
  };
  report(
    `${sum(({ taps }) => taps)} orders and closes, ${sum(({ answered }) => answered)} done, ${sum(({ refused }) => refused.length)} refused, ` +
      `${sum(({ givenUp }) => givenUp)} without an answer; ${wrong.lost} lost, ${wrong.doubled} doubled, ${wrong.sockets} of ${PHONES} sockets differ`,
  );
  report(
    `${sum(({ unavailable }) => unavailable)} of ${sum(({ calls }) => calls)} calls were answered with 503`,
  );
  const books = await checkBooks(members, folderOf);
  report(`books: ${books}`);
  return wrong.lost + wrong.doubled + wrong.sockets === 0 && books === RIGHT;
}

/** @returns the process that it struck; undefined if none of them is ready */
function strike(members: readonly Member[], kind: Kind, how: 'killed' | 'stopped'): Member | undefined {
  const hit = members.find((member) => member.kind === kind && member.status === 'ready');
  const pid = hit?.pid;
  if (pid === undefined) return undefined;
  process.kill(pid, how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  if (how === 'stopped') setTimeout(() => process.kill(pid, 'SIGCONT'), STOPPED_MS);
  return hit;
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
