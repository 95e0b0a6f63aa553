import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A slow line between a phone and the exchange, the same for pages, calls and sockets. */
export interface SlowLine {
  readonly url: string;
  stop(): Promise<void>;
}

export interface LineTerms {
  /** Bandwidth of each direction, shared by all connections. */
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
}

/** Forwards everything to the port of `url`, slowly. */
export async function layLine(url: string, terms: LineTerms): Promise<SlowLine> {
  const port = Number(new URL(url).port);
  const [up, down] = [createPace(terms), createPace(terms)];
  const open = new Set<Socket>();
  const server = createServer((phone) => {
    const exchange = connect(port, '127.0.0.1');
    for (const [from, to, pace] of [
      [phone, exchange, up],
      [exchange, phone, down],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      // Timers of different lengths may fire out of order, so each sends the next chunk of the queue.
      const under: (() => void)[] = [];
      const later = (bytes: number, run: () => void) => {
        under.push(run);
        setTimeout(() => under.shift()?.(), pace(bytes, performance.now()));
      };
      from.on('data', (bytes) => later(bytes.length, () => to.writable && to.write(bytes)));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        later(0, () => to.end());
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Pace of one direction.
 * @returns the ms after which bytes sent now have arrived: after all that were sent before
 */
export function createPace({
  bytesPerSecond,
  roundTripMs,
}: LineTerms): (bytes: number, nowMs: number) => number {
  let freeMs = 0;
  return (bytes, nowMs) => {
    freeMs = Math.max(freeMs, nowMs) + (bytes * 1000) / bytesPerSecond;
    return freeMs - nowMs + roundTripMs / 2;
  };
}
