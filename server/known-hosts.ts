import { isIP } from 'node:net';
import { apiHostOf } from '../shared/api-host.ts';

/** Whether a request's `Host` is a name of this server. */
export type HostCheck = (host: string | undefined) => boolean;

/** A name or an address, with or without a port. */
const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i;

/**
 * Without this check a page of another site could call as a page of this server, by resolving its own name to this
 * server's address (DNS rebinding). An address is therefore always known, and so is a request without `Host`, which
 * no browser sends.
 * @param origins of the app's pages, of its API, and of other pages that may call
 * @param listening the setting `HOST`, a name or an address
 */
export function createHostCheck(origins: readonly string[], listening: string): HostCheck {
  const names = new Set([
    'localhost',
    listening.toLowerCase(),
    ...origins.map((one) => new URL(one).hostname),
  ]);
  return (host) => {
    if (host === undefined) return true;
    const [, ipv6, name = ''] = HOST.exec(host) ?? [];
    if (isIP(ipv6 ?? name) !== 0) return true;
    const lower = name.toLowerCase();
    return names.has(lower) || lower.endsWith('.localhost');
  };
}

/**
 * The app's API beside its own origin, `https://api.example.com` for `https://m.example.com`. No other name beside the app's is
 * trusted: it may be another customer's of the same hosting platform.
 * @param apiLabels what replaces the first label
 */
export function apiOriginsOf(
  publicOrigin: string | undefined,
  apiLabels: readonly string[],
): readonly string[] {
  if (publicOrigin === undefined) return [];
  const { protocol, host } = new URL(publicOrigin);
  const isAlone = apiHostOf(host, '') === host;
  return isAlone ? [] : apiLabels.map((label) => `${protocol}//${apiHostOf(host, label)}`);
}
