import { isIP } from 'node:net';

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

/** Second levels below which registries sell names. */
const REGISTRIES = /^(?:ac|co|com|edu|go|gob|gov|gv|mil|ne|net|nom|or|org)$/;

/**
 * The app's API beside its own origin, `https://api.example.com` for `https://m.example.com` (contract, section 1). A name without
 * a sub-domain, an address or localhost has none. Nor has `example.co.uk`. No other name beside the app's is trusted: it may be
 * another customer's of the same hosting platform.
 * @param apiLabels what replaces the first label
 */
export function apiOriginsOf(
  publicOrigin: string | undefined,
  apiLabels: readonly string[],
): readonly string[] {
  if (publicOrigin === undefined) return [];
  const { protocol, hostname, host } = new URL(publicOrigin);
  const labels = hostname.split('.');
  if (labels.length < 3 || /^[0-9]+$/.test(labels.at(-1) ?? '')) return [];
  if (labels.length === 3 && REGISTRIES.test(labels[1] ?? '')) return [];
  return apiLabels.map((label) => `${protocol}//${host.replace(/^[^.]+/, label)}`);
}
