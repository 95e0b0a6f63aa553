import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether an address belongs to a reverse proxy whose `X-Forwarded-For` is trusted. */
export type ProxyTrust = (address: string) => boolean;

/** @param listed validated addresses and networks */
export function createProxyTrust(listed: readonly string[]): ProxyTrust {
  const proxies = new BlockList();
  for (const entry of listed) {
    const [address = '', length] = entry.split('/');
    if (length === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(length), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, familyOf(address));
}

/**
 * The client: the nearest peer that is not a trusted proxy. Each proxy appends its peer to `X-Forwarded-For` or `Forwarded`,
 * so these are read from the end; entries before the first untrusted address are unverified claims. What is no address, as
 * `unknown`, counts as the proxy that wrote it: else each of its spellings would have an allowance of its own. So does a
 * client whose two headers differ: one of them is its own.
 */
export function visitorAddress({ socket, headers }: IncomingMessage, isTrusted: ProxyTrust): string {
  const peer = bareAddress(socket.remoteAddress ?? '') ?? '';
  const named = listOf(headers['x-forwarded-for']);
  const described = listOf(headers.forwarded).map(forIn);
  const found = [named, described]
    .filter((entries) => entries.length > 0)
    .map((entries) => nearest(peer, entries, isTrusted));
  const [first = peer, second = first] = found;
  return first === second ? first : peer;
}

function nearest(peer: string, entries: readonly string[], isTrusted: ProxyTrust): string {
  let address = peer;
  for (const entry of entries.toReversed()) {
    const before = isTrusted(address) ? bareAddress(entry) : undefined;
    if (before === undefined) break;
    address = before;
  }
  return address;
}

const listOf = (header: string | readonly string[] | undefined): readonly string[] => {
  const text = [header ?? []].flat().join(',');
  return text === '' ? [] : text.split(',');
};

/** The value of `for` in an element of `Forwarded` (RFC 7239), e.g. `for="[2001:db8::1]:4711";proto=https`. */
const forIn = (element: string): string => /(?:^|;)\s*for\s*=\s*([^;]*)/i.exec(element)?.[1] ?? '';

/** An address without quotes, brackets, port and zone, as gateways write them; undefined for any other text. */
function bareAddress(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const host = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const [address = ''] = host.split('%', 1);
  return isIP(address) === 0 ? undefined : address.toLowerCase();
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
