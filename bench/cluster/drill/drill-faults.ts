import type { Kind, Member } from '../supervisor.ts';

type How = 'killed' | 'stopped';

const FAULTS: readonly (readonly [Kind, How])[] = [
  ['dealer', 'killed'],
  ['gateway', 'killed'],
  ['feed', 'killed'],
  ['nats', 'killed'],
  ['dealer', 'stopped'],
  ['gateway', 'stopped'],
  ['feed', 'stopped'],
  ['postgres', 'killed'],
];
const ENGINES: ReadonlySet<Kind> = new Set<Kind>(['nats', 'postgres']);
/** How long a stopped process stays stopped. */
const STOPPED_MS = 6_000;

/** The effect of a kind of fault on phones, ms: the slowest order, and the time until all phones had fresh quotes. */
export interface Felt {
  readonly kind: string;
  readonly ordersMs: number;
  /** The slowest order, counted from when the killed process answered again; NaN if no order was done after that. */
  readonly onceBackMs: number;
  readonly quotesMs: number;
}

interface Fault {
  readonly name: string;
  readonly kind: string;
  readonly hit: Member;
  readonly at: number;
  /** When the first order that was sent after the fault was done. */
  backAt?: number;
  /** The time of the slowest order that was answered between this fault and the next one. */
  slowestMs: number;
  /** The same, without the time until the process answered again; absent if no order was done after that. */
  onceBackMs?: number;
  /** When each phone that follows the prices got a quote that was made after the fault. */
  readonly quotesBackAt: Map<number, number>;
}

/**
 * Kills and stops the processes of a cluster in turn, each kind's one after the other, and measures the effect on phones.
 * @param watching number of phones that follow the prices
 */
export function createFaults(members: readonly Member[], watching: number) {
  const faults: Fault[] = [];
  let turns = 0;
  return {
    strike(): void {
      const [kind, how] = FAULTS[turns % FAULTS.length] ?? ['dealer', 'killed'];
      const round = Math.floor(turns / FAULTS.length) + Number(how === 'stopped');
      turns++;
      const ready = members.filter((member) => member.kind === kind && member.status === 'ready');
      const hit = ready[round % ready.length];
      if (hit?.pid === undefined) return;
      end(hit.pid, how);
      faults.push({
        name: `${hit.name} ${how}`,
        kind: `${kind} ${how}`,
        hit,
        at: Date.now(),
        slowestMs: 0,
        quotesBackAt: new Map(),
      });
    },
    /** An order is done. @param sentAt epoch ms */
    onDone(sentAt: number): void {
      const fault = faults.at(-1);
      if (fault === undefined) return;
      fault.slowestMs = Math.max(fault.slowestMs, Date.now() - sentAt);
      const { status, since } = fault.hit;
      if (status === 'ready' && since.getTime() > fault.at)
        fault.onceBackMs = Math.max(fault.onceBackMs ?? 0, Date.now() - Math.max(sentAt, since.getTime()));
      for (const one of faults) if (sentAt >= one.at) one.backAt ??= Date.now();
    },
    /** A phone shows a quote. @param time of the quote, epoch ms */
    onQuote(phone: number, time: number): void {
      for (const { at, quotesBackAt } of faults)
        if (time >= at && !quotesBackAt.has(phone)) quotesBackAt.set(phone, Date.now());
    },
    /** The worst of each kind of fault. */
    felt(): readonly Felt[] {
      return [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, hits]) => ({
        kind,
        ordersMs: Math.max(...hits.map(({ slowestMs }) => slowestMs)),
        onceBackMs: Math.max(...hits.map(({ onceBackMs = Number.NaN }) => onceBackMs)),
        quotesMs: Math.max(...hits.map((hit) => quotesMs(hit, watching))),
      }));
    },
    lines: (): readonly string[] =>
      faults.map((fault) => {
        const { name, at, backAt, slowestMs, onceBackMs = Number.NaN } = fault;
        const quotesAfterMs = quotesMs(fault, watching);
        const quotes = Number.isFinite(quotesAfterMs) ? `${quotesAfterMs} ms` : '--';
        const orders = backAt === undefined ? '--' : `${backAt - at} ms`;
        const left = ENGINES.has(fault.hit.kind) ? ` (${onceBackMs} ms once it accepted connections)` : '';
        return `${name}: orders again after ${orders}, the slowest took ${slowestMs} ms${left}, quotes again after ${quotes}`;
      }),
  };
}

/** @returns infinite when a phone never got one */
const quotesMs = ({ at, quotesBackAt }: Fault, watching: number): number =>
  quotesBackAt.size < watching ? Number.POSITIVE_INFINITY : Math.max(...quotesBackAt.values()) - at;

function end(pid: number, how: How): void {
  process.kill(pid, how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  if (how === 'stopped') setTimeout(() => wake(pid), STOPPED_MS);
}

/** The cluster may have ended the process meanwhile. */
function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
