import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figures/figure.ts';
import { spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import type { Opening } from '../rig/while-open.ts';
import { whileOpen } from '../rig/while-open.ts';
import { type ListTarget, openList } from './list-page.ts';

export interface Relay {
  readonly url: string;
  /** Bytes of both directions so far, as they are on the wire, without the headers of TCP. */
  bytes(): number;
}

export const airName = (where: string): string => `list bytes on the air at rest, ${where}`;

/** What the open list costs of a mobile plan, while nobody touches it. */
export const airFigure = (
  browser: Browser,
  where: string,
  target: ListTarget,
  options: Pick<Options, 'quick' | 'seconds'>,
): Promise<Figure> =>
  whileOpen<[Relay], Figure>([openRelay(target.url)], async ({ url, bytes }) => {
    const list = await openList(browser, { ...target, url }, options);
    const before = bytes();
    await sleep(options.seconds * 1000);
    const product = spread([((bytes() - before) * 60) / options.seconds / 1000]);
    await list.close();
    return { name: airName(where), unit: 'kB/min', product, once: true, goal: budgets.list.airKbPerMinute };
  });

/** Forwards everything to the port of `to`, `awayMs` later in each direction, and counts it. */
export function openRelay(to: string, awayMs = 0): Opening<Relay> {
  const open = new Set<Socket>();
  let bytes = 0;
  const server = createServer((phone) => {
    const exchange = connect(Number(new URL(to).port), '127.0.0.1');
    for (const [from, other] of [
      [phone, exchange],
      [exchange, phone],
    ] as const) {
      open.add(from.setNoDelay(true));
      from.on('data', (data) => {
        bytes += data.length;
      });
      from.on('error', () => other.destroy());
      if (awayMs === 0) from.pipe(other);
      else {
        from.on('data', (data) => setTimeout(() => other.write(data), awayMs));
        from.on('end', () => setTimeout(() => other.end(), awayMs));
      }
    }
  });
  const listen = async (): Promise<Relay> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the relay has no port');
    return { url: `http://127.0.0.1:${address.port}`, bytes: () => bytes };
  };
  return {
    opened: listen(),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
