import { isIP, isIPv6 } from 'node:net';
import { BadSetting, type Reader } from './reader.ts';

/** Addresses and networks (`10.0.0.0/8`) of the trusted reverse proxies. */
export const readTrustedProxies = (read: Reader): readonly string[] => {
  const listed = read.list('TRUSTED_PROXIES');
  for (const entry of listed) {
    if (!isAddressOrNetwork(entry))
      throw new BadSetting(
        `TRUSTED_PROXIES must be a list of addresses and networks such as 127.0.0.1,10.1.0.0/16, not "${entry}".`,
      );
  }
  return listed;
};

/** A network of length 0 matches everybody: any client could then claim any address. */
function isAddressOrNetwork(entry: string): boolean {
  const [address = '', length, ...more] = entry.split('/');
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  return (
    length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (isIPv6(address) ? 128 : 32))
  );
}
