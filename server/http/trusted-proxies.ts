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
 * The client: the nearest peer that is not a trusted proxy. Each proxy appends its peer to the header, so it
 * is read from the end; entries before the first untrusted address are unverified claims.
 */
export function visitorAddress({ socket, headers }: IncomingMessage, isTrusted: ProxyTrust): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = socket.remoteAddress ?? '';
  while (isTrusted(address)) {
    const before = forwarded.pop()?.trim();
    if (before === undefined || before === '') break;
    address = before;
  }
  return address;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
