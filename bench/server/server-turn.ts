import { type Usage, usageOf } from '../probe/cpu.ts';
import { runLast } from './cores.ts';
import { endProgram, messageOf, startProgram, UNCOLLECTED } from './processes.ts';
import type { Share, Turn } from './server-figures.ts';
import type { OrderReport, OrderTask, SocketReport, SocketTask } from './server-load.ts';

/** A server, and its load. */
export interface Place
  extends Pick<OrderTask, 'target' | 'port' | 'tokens' | 'instruments'>,
    Pick<SocketTask, 'path' | 'clients' | 'sampled'> {
  readonly pid: number;
  readonly ordersPerSecond: number;
}

/**
 * Socket clients and orders, each in a process of its own, on one server at once.
 * @returns what they saw; the usage is that of the server's process
 */
export async function takeTurn(
  place: Place,
  tape: SocketTask['tape'],
  length: Pick<SocketTask, 'seconds' | 'restMs'>,
): Promise<Turn> {
  const clients = startProgram('sockets');
  const traders = startProgram('orders', [], UNCOLLECTED);
  try {
    const numbered = place.instruments.map(([id], at) => [id, at] as const);
    const { port, path, tokens, clients: count, sampled } = place;
    runLast(clients.pid);
    const watching = { port, path, tokens, clients: count, sampled, tape, ...length };
    clients.send({ ...watching, instruments: numbered } satisfies SocketTask);
    await messageOf(clients);
    const { target } = place;
    const task = { target, port, tokens, instruments: place.instruments, seconds: length.seconds };
    const usages = () => ({ server: usageOf(place.pid), client: usageOf(traders.pid ?? Number.NaN) });
    const [before, from] = [usages(), performance.now()];
    const traded = messageOf<OrderReport>(traders).then((orders) => {
      const [after, forMs] = [usages(), performance.now() - from];
      return {
        orders,
        server: shareOf(before.server, after.server, forMs),
        client: shareOf(before.client, after.client, forMs),
      };
    });
    traders.send({ ...task, perSecond: place.ordersPerSecond } satisfies OrderTask);
    // Awaited together, so that neither failure goes unhandled.
    const [shares, sockets] = await Promise.all([traded, messageOf<SocketReport>(clients)]);
    return { ...shares, sockets };
  } finally {
    await endProgram(clients);
    await endProgram(traders);
  }
}

/** CPU usage per second. */
function shareOf(before: Usage | undefined, after: Usage | undefined, forMs: number): Share {
  const share = (of: (usage: Usage) => number) =>
    before && after ? (1_000 * (of(after) - of(before))) / forMs : Number.NaN;
  return { cpuMs: share(({ cpuMs }) => cpuMs), waitedMs: share(({ waitedMs }) => waitedMs) };
}
