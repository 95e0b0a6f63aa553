import { isIPv6 } from 'node:net';
import type { Rate, TakeCall } from './rate-limit.ts';

/*
 * Which clients a limit "by address" counts as one. Holders of IPv6 addresses usually have a whole /64, and many get a /48 for
 * nothing, which has 65,536 of them: each limit counts both, the wider one with ten times the allowance.
 */

/** IPv6 groups that identify a household or a server: a /64. */
const NARROW_GROUPS = 4;
/** Those of a customer of a provider: a /48. */
const WIDE_GROUPS = 3;
/** The allowance of a /48 in those of a /64. */
export const WIDE_SHARE = 10;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address part that counts as one client: a full IPv4 address, or an IPv6 /64 network. */
export const networkOf = (address: string): string => networksOf(address)[0];

/** The client, and where it has an IPv6 address the /48 around it. */
export function networksOf(address: string): readonly [narrow: string, ...wide: string[]] {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return [mapped];
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return [address];
  const [head = '', tail = ''] = bare.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = bare.includes('::') ? 8 - groups(head).length - groups(tail).length : 0;
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)].map(
    (group) => Number.parseInt(group, 16).toString(16),
  );
  return [all.slice(0, NARROW_GROUPS).join(':'), `${all.slice(0, WIDE_GROUPS).join(':')}/48`];
}

/** Around an address, where a household or a mobile network gives its customers changing ones: an IPv4 /24 or an IPv6 /48. */
export function neighbourhoodOf(address: string): string {
  const [narrow, wide] = networksOf(address);
  return wide ?? narrow.replace(/\.\d+$/, '.0/24');
}

/**
 * A rate for each address, and ten times that for each IPv6 /48.
 * @param open opens the rate limit of a name
 * @returns takes a call of an address: the seconds to wait, 0 when the call is within the rate
 */
export function limitByNetwork(
  open: (name: string, rate: Rate) => TakeCall,
  name: string,
  rate: Rate,
): TakeCall {
  const narrowly = open(name, rate);
  const widely = open(`${name}-48`, {
    perSecond: rate.perSecond * WIDE_SHARE,
    burst: rate.burst * WIDE_SHARE,
  });
  return async (address) => {
    const [narrow, wide] = networksOf(address);
    return (await narrowly(narrow)) || (wide === undefined ? 0 : widely(wide));
  };
}
