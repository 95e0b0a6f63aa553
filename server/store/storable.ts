export type Storable = null | string | number | bigint | Uint8Array;

/**
 * Converts a query parameter to a value that both databases accept.
 * @throws TypeError if there is no common value: a bug in a query
 */
export function storable(value: unknown): Storable {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`cannot be stored: ${String(value)}`);
}
