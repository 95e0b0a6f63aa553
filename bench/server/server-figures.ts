import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, versus } from '../figures/figure.ts';
import { type Spread, spread } from '../figures/method.ts';
import type { Usage } from '../probe/cpu.ts';
import { LATE_MS, LOAD, type OrderReport, type Quantiles, type SocketReport } from './server-load.ts';

/** Per second. */
export type Share = Pick<Usage, 'cpuMs' | 'waitedMs'>;

export interface Turn {
  /** The server's usage. */
  readonly server: Share;
  /**
   * The order client's usage. Its wait for a core is part of the round trip, but not caused by the server.
   */
  readonly client: Share;
  readonly orders: OrderReport;
  readonly sockets: SocketReport;
}

export const lineOf = ({ orders, sockets, server, client }: Turn): string =>
  `orders p50 ${orders.roundTripMs.p50.toFixed(1)} p99 ${orders.roundTripMs.p99.toFixed(1)} ms, ` +
  `${orders.failed} of ${orders.done} failed; prices p50 ${sockets.latenessMs.p50.toFixed(0)} ` +
  `p99 ${sockets.latenessMs.p99.toFixed(0)} ms, ${percent(sockets).toFixed(2)} % late, ` +
  `${sockets.framesPerSecond.toFixed(0)} frames/s per client, ${sockets.megabytesPerSecond.toFixed(0)} MB/s; ` +
  `server CPU ${server.cpuMs.toFixed(0)} ms/s, waiting ${server.waitedMs.toFixed(0)} ms/s; ` +
  `order p50/p99 to the server ${partText(orders.partsMs.there)}, within it ${partText(orders.partsMs.inside)}, ` +
  `back ${partText(orders.partsMs.back)} ms; order client waiting ${client.waitedMs.toFixed(0)} ms/s`;

const partText = ({ p50, p99 }: Quantiles): string => `${p50.toFixed(1)}/${p99.toFixed(1)}`;

/** Percentage of late prices; 100 when none arrived. */
const percent = ({ late, prices }: SocketReport): number => (prices === 0 ? 100 : (100 * late) / prices);

/** @param isPinned the server had a core of its own */
export function figuresOf(
  product: readonly Turn[],
  peer: readonly Turn[],
  isPinned: boolean,
): readonly Figure[] {
  const both = (name: string, of: (turn: Turn) => number) => versus(name, product.map(of), peer.map(of));
  const ours = (of: (turn: Turn) => number) => spread(product.map(of));
  const bare = (of: (turn: Turn) => number) => textOf(spread(peer.map(of)));
  const p99 = both('', ({ orders }) => orders.roundTripMs.p99);
  const part = (of: keyof OrderReport['partsMs']) => textOf(ours(({ orders }) => orders.partsMs[of].p99));
  const where = `${LOAD.ordersPerSecond} orders/s, ${LOAD.clients} socket clients, ${LOAD.instruments} instruments x ${LOAD.changesPerSecond}/s`;
  const failed = product.reduce((sum, { orders }) => sum + orders.failed, 0);
  return [
    {
      name: `durable order p99, ${where}`,
      row: 'P16',
      unit: 'ms',
      product: failed > 0 ? spread([Number.NaN]) : p99.product,
      goal: budgets.server.orderP99Ms,
      details: {
        'orders refused or lost': failed,
        'bare insert p99, ms': textOf(p99.peer.cost),
        ratio: textOf(p99.ratio),
        'server pinned to its own core': isPinned ? 'yes' : 'no',
        'p99 to the server, ms': part('there'),
        'p99 within the server, ms': part('inside'),
        'p99 from the server, ms': part('back'),
        'order client waiting for a core, ms/s': textOf(ours(({ client }) => client.waitedMs)),
        'server CPU, ms/s': textOf(ours(({ server }) => server.cpuMs)),
        'bare server CPU, ms/s': bare(({ server }) => server.cpuMs),
        'server waiting for a core, ms/s': textOf(ours(({ server }) => server.waitedMs)),
        'bare server waiting for a core, ms/s': bare(({ server }) => server.waitedMs),
      },
    },
    {
      name: 'durable order p50 vs a bare insert',
      unit: 'ms',
      ...both('fastify and node:sqlite, one insert', ({ orders }) => orders.roundTripMs.p50),
      goal: budgets.server.orderToBareInsert,
    },
    {
      name: `latest prices delivered after ${LATE_MS} ms`,
      row: 'P16',
      unit: '%',
      product: ours(({ sockets }) => percent(sockets)),
      goal: budgets.server.latePercent,
      details: {
        'bare broadcast, %': bare(({ sockets }) => percent(sockets)),
        'frames/s per client': ours(({ sockets }) => sockets.framesPerSecond).median.toFixed(1),
        'MB/s to all': ours(({ sockets }) => sockets.megabytesPerSecond).median.toFixed(0),
        'oldest frame at any client, ms': ours(({ sockets }) => sockets.frameAgeMs.max).max.toFixed(0),
      },
    },
    {
      name: 'price lateness p99 vs a bare broadcast',
      unit: 'ms',
      ...both('ws, one send per client', ({ sockets }) => sockets.latenessMs.p99),
      goal: budgets.server.latenessToBareBroadcast,
    },
  ];
}

export const textOf = ({ median, min, max }: Spread): string =>
  `${median.toFixed(2)} [${min.toFixed(2)}-${max.toFixed(2)}]`;
