import { isIP } from 'node:net';

/** Whether a request's `Host` is a name of this server. */
export type HostCheck = (host: string | undefined) => boolean;

/** A name or an address, with or without a port. */
const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i;

/**
 * Without this check a page of another site could call as a page of this server, by resolving its own name to this
 * server's address (DNS rebinding). An address is therefore always known, and so is a request without `Host`, which
 * no browser sends.
 * @param origins of the app's pages and of other pages that may call
 * @param listening the setting `HOST`, a name or an address
 */
export function createHostCheck(
  publicOrigin: string | undefined,
  origins: readonly string[],
  listening: string,
): HostCheck {
  const names = new Set([
    'localhost',
    listening.toLowerCase(),
    ...origins.map((one) => new URL(one).hostname),
  ]);
  const suffixes = ['.localhost'];
  const siblings = publicOrigin === undefined ? undefined : siblingsOf(publicOrigin);
  if (siblings !== undefined) suffixes.push(siblings);
  return (host) => {
    if (host === undefined) return true;
    const [, ipv6, name = ''] = HOST.exec(host) ?? [];
    if (isIP(ipv6 ?? name) !== 0) return true;
    const lower = name.toLowerCase();
    return names.has(lower) || suffixes.some((suffix) => lower.endsWith(suffix));
  };
}

/** Second levels below which registries sell names. */
const REGISTRIES = /^(?:ac|co|com|edu|go|gob|gov|gv|mil|ne|net|nom|or|org)$/;

/**
 * The end of the names beside the app's own, `.example.com` for `m.example.com`: its API is one of them (contract,
 * section 1). A name without a sub-domain, an address or localhost has none. Nor has `example.co.uk`, beside which are others'
 * names.
 */
export function siblingsOf(publicOrigin: string): string | undefined {
  const labels = new URL(publicOrigin).hostname.split('.');
  if (labels.length < 3 || /^[0-9]+$/.test(labels.at(-1) ?? '')) return undefined;
  if (labels.length === 3 && REGISTRIES.test(labels[1] ?? '')) return undefined;
  return `.${labels.slice(1).join('.')}`;
}
