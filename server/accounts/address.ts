import { isIPv6 } from 'node:net';

/** Of an IPv6 address: a household or a server has all the addresses that begin so. */
const NETWORK_GROUPS = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** What counts as one visitor: an IPv4 address, or an IPv6 network of 64 bits. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return address;
  const [head = '', tail = ''] = bare.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = bare.includes('::') ? 8 - groups(head).length - groups(tail).length : 0;
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)];
  return all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
