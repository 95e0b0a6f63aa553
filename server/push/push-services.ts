import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Which addresses a message may be sent to. Clients choose them, so an unchecked one would have the exchange send requests
 * into its own network.
 */
export interface PushServices {
  /** The entry that allows an endpoint; undefined: none does. Endpoints with one entry share limits. */
  entryOf(endpoint: string): string | undefined;
}

/** The services of all browsers that have Web Push. */
export const USUAL_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  // Of Chromium builds without Google's keys.
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

const HOST = /^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

/** An entry of the list: a host, a host with its sub-domains (`*.example.com`), or a whole origin. */
export const isServiceEntry = (entry: string): boolean =>
  HOST.test(entry) ||
  (URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol) && new URL(entry).origin === entry);

/**
 * @param entries hosts are reached by https, on its usual port and at a public address only; an origin is trusted as it
 * stands, also with plain http or within the network
 */
export function createPushServices(entries: readonly string[]): PushServices {
  const origins = new Set(entries.filter((entry) => entry.includes('://')));
  const hosts = entries.filter((entry) => !entry.includes('://'));
  return {
    entryOf(endpoint) {
      if (!URL.canParse(endpoint)) return undefined;
      const { origin, protocol, port, hostname, username, password } = new URL(endpoint);
      if (username !== '' || password !== '') return undefined;
      if (origins.has(origin)) return origin;
      if (protocol !== 'https:' || port !== '' || isIP(hostname) !== 0) return undefined;
      return hosts.find((host) =>
        host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === hostname,
      );
    },
  };
}

/** Finds addresses as the system does, and fails for a name that leads into a private network. */
export const lookupPublic: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
      return done(new Error(`${host} has no public address`), []);
    if (options.all) return done(null, addresses);
    const [{ address, family } = { address: '', family: 0 }] = addresses;
    done(null, address, family);
  });

const PRIVATE = new BlockList();
/** Special-purpose IPv4 networks, IANA. */
const PRIVATE_NETWORKS: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [network, length] of PRIVATE_NETWORKS) PRIVATE.addSubnet(network, length);
/** Of the public IPv6 addresses: tunnels to IPv4 (Teredo, 6to4), and documentation. */
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  PRIVATE.addSubnet(network, length, 'ipv6');

const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !PRIVATE.check(address);
  return version === 6 && GLOBAL.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
}
