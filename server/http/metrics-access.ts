import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';

/** Whether a request may read `/metrics`. */
export type MetricsAccess = (request: IncomingMessage) => boolean;

/**
 * With a token: who sends it, from anywhere. Without one: programs on this machine, as long as none of them brings others in.
 * A gateway, an exchange with trusted proxies, and one that is known by an origin of its own have a proxy or a balancer
 * before them, whose visitors would look like programs on this machine.
 */
export function createMetricsAccess({
  metricsToken,
  role,
  trustedProxies,
  allowedOrigins,
}: Pick<Config, 'metricsToken' | 'role' | 'trustedProxies' | 'allowedOrigins'>): MetricsAccess {
  if (metricsToken !== undefined) {
    const wanted = digestOf(`Bearer ${metricsToken}`);
    return ({ headers }) => timingSafeEqual(digestOf(headers.authorization ?? ''), wanted);
  }
  if (role.name === 'feed' || role.name === 'dealer') return isLocal;
  const isAlone = role.name === 'all' && trustedProxies.length === 0 && allowedOrigins.length === 0;
  return isAlone ? isLocal : () => false;
}

/** Of equal length, so that the time of the comparison reveals nothing. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** A program on this machine that asks directly: a reverse proxy is as near, but names its visitor or its host. */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers);
  return LOOPBACK.test(socket.remoteAddress ?? '') && !isForwarded && LOCAL_HOST.test(headers.host ?? '');
}
