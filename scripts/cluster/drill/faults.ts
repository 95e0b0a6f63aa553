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
/** How long a stopped process is left so. */
const STOPPED_MS = 6_000;

/** What phones felt of a kind of fault, ms: the slowest order, and until fresh quotes were on all of them. */
interface Felt {
  readonly kind: string;
  readonly ordersMs: number;
  readonly quotesMs: number;
}

interface Fault {
  readonly name: string;
  readonly kind: string;
  readonly at: number;
  /** When an order was done that was sent after it. */
  backAt?: number;
  /** What the slowest order took that was answered after it, and before the next fault. */
  slowestMs: number;
  /** When a quote that was made after it came to each phone that follows the prices. */
  readonly quotesBackAt: Map<number, number>;
}

/**
 * Kills and stops the processes of a cluster in turn, each kind's one after the other, and measures what phones feel of it.
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
        at: Date.now(),
        slowestMs: 0,
        quotesBackAt: new Map(),
      });
    },
    /** An order is done that was sent then, epoch ms. */
    onDone(sentAt: number): void {
      const fault = faults.at(-1);
      if (fault === undefined) return;
      fault.slowestMs = Math.max(fault.slowestMs, Date.now() - sentAt);
      for (const one of faults) if (sentAt >= one.at) one.backAt ??= Date.now();
    },
    /** A phone shows a quote of this time, epoch ms. */
    onQuote(phone: number, time: number): void {
      for (const { at, quotesBackAt } of faults)
        if (time >= at && !quotesBackAt.has(phone)) quotesBackAt.set(phone, Date.now());
    },
    /** The worst of each kind of fault. */
    felt(): readonly Felt[] {
      return [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, hits]) => ({
        kind,
        ordersMs: Math.max(...hits.map(({ slowestMs }) => slowestMs)),
        quotesMs: Math.max(...hits.map((hit) => quotesMs(hit, watching))),
      }));
    },
    lines: (): readonly string[] =>
      faults.map((fault) => {
        const { name, at, backAt, slowestMs } = fault;
        const quotesAfterMs = quotesMs(fault, watching);
        const quotes = Number.isFinite(quotesAfterMs) ? `${quotesAfterMs} ms` : '--';
        const orders = backAt === undefined ? '--' : `${backAt - at} ms`;
        return `${name}: orders again after ${orders}, the slowest took ${slowestMs} ms, quotes again after ${quotes}`;
      }),
  };
}

/** @returns infinite when a phone never got one */
const quotesMs = ({ at, quotesBackAt }: Fault, watching: number): number =>
  quotesBackAt.size < watching ? Number.POSITIVE_INFINITY : Math.max(...quotesBackAt.values()) - at;

function end(pid: number, how: How): void {
  process.kill(pid, how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  if (how === 'stopped') setTimeout(() => process.kill(pid, 'SIGCONT'), STOPPED_MS);
}
