import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';

/*
 * Checksums of coin addresses: a mistyped address is refused instead of losing the money that is sent to it. The shape
 * is checked before, in `shared/domain/payee.ts`.
 */

const base58check = createBase58check(sha256);
const KEY_HASH_BYTES = 20;
const TRON = 0x41;
const BITCOIN_KEY = 0x00;
const BITCOIN_SCRIPT = 0x05;
const BITCOIN_SEGWIT = 'bc';

/** Base58Check: a version byte and the hash of a key or script. */
function isBase58(address: string, versions: readonly number[]): boolean {
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 1 + KEY_HASH_BYTES && versions.includes(bytes[0] ?? -1);
  } catch {
    return false;
  }
}

/** Capitals are the checksum (EIP-55). An address without them, or of capitals alone, has none and is accepted. */
function isEthereum(address: string): boolean {
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  const right = [...lower].map((digit, i) =>
    Number.parseInt(hash[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return digits === right.join('');
}

/** Witness version 0 has a bech32 checksum (BIP 173), later versions bech32m (BIP 350). */
function isSegwit(address: string): boolean {
  const lower = address.toLowerCase();
  if (address !== lower && address !== address.toUpperCase()) return false;
  for (const [coder, isVersion] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version >= 1 && version <= 16],
  ] as const) {
    const decoded = coder.decodeUnsafe(lower);
    const [version = -1, ...words] = decoded?.words ?? [];
    if (decoded?.prefix !== BITCOIN_SEGWIT || !isVersion(version)) continue;
    const bytes = coder.fromWordsUnsafe(words)?.length ?? 0;
    return version === 0 ? bytes === 20 || bytes === 32 : bytes >= 2 && bytes <= 40;
  }
  return false;
}

const CHECKS: ReadonlyMap<string, (address: string) => boolean> = new Map([
  ['TRC20', (address: string) => isBase58(address, [TRON])],
  ['ERC20', isEthereum],
  ['BEP20', isEthereum],
  ['BTC', (address: string) => isBase58(address, [BITCOIN_KEY, BITCOIN_SCRIPT]) || isSegwit(address)],
]);

/** @param network as the operator named it; of an unknown one, any address is right */
export const hasRightChecksum = (address: string, network: string): boolean =>
  CHECKS.get(network.toUpperCase())?.(address) ?? true;
