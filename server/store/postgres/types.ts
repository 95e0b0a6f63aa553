import { type CustomTypesConfig, types } from 'pg';

type Parser = (text: string) => unknown;

/** Type ids of PostgreSQL's catalogue, which never change. */
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const NUMERIC = 1700;

/**
 * Values as the embedded database returns them: integers as numbers, flags as 0 and 1, bytes as a Uint8Array.
 */
const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  [BYTEA, bytes],
  [INT8, whole],
  // The type of a sum of 64-bit integers.
  [NUMERIC, whole],
]);

/** For a client's `types`; changes no global parser. */
export const STORED_TYPES: CustomTypesConfig = {
  getTypeParser: (type: number) => PARSERS.get(type) ?? types.getTypeParser(type),
};

/** @throws RangeError for an integer beyond the exact range, rather than return a wrong one */
function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no whole number below 2^53`);
  return value;
}

/** Parses `\x00ff…`, the default format of all supported servers. */
function bytes(text: string): Uint8Array {
  if (!text.startsWith('\\x')) throw new TypeError('bytea_output must be hex');
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}
