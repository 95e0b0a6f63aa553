import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { createOriginCheck } from './origins.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
const LOCAL_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;
const isOwnOrigin = createOriginCheck([]);

/**
 * Whether somebody at this very machine asks: a program, or a page of this server. A name that leads here from elsewhere
 * does not count, nor does what a proxy here passes on.
 */
export function isFromHere({ ip, raw, headers }: FastifyRequest): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  return (
    isLoopback(ip) &&
    isLoopback(raw.socket.remoteAddress ?? '') &&
    LOCAL_NAME.test(host) &&
    headers['x-forwarded-for'] === undefined &&
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || isOwnOrigin(origin, host))
  );
}

function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
