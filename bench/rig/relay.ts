import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './waiting.ts';
import type { Opening } from './while-open.ts';

export interface Relay {
  readonly url: string;
}

/** Forwards everything to the port of `to`, `awayMs` later in each direction. */
export function openRelay(to: string, awayMs: number): Opening<Relay> {
  const open = new Set<Socket>();
  const server = createServer((phone) => {
    const exchange = connect(Number(new URL(to).port), '127.0.0.1');
    for (const [from, other] of [
      [phone, exchange],
      [exchange, phone],
    ] as const) {
      open.add(from.setNoDelay(true));
      from.on('error', () => other.destroy());
      from.on('data', (data) => setTimeout(() => other.write(data), awayMs));
      from.on('end', () => setTimeout(() => other.end(), awayMs));
    }
  });
  return {
    opened: portOf(server).then((port) => ({ url: `http://127.0.0.1:${port}` })),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
