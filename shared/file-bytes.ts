/*
 * What the first bytes of a file say about it. Its name says nothing: files are renamed, packed and unpacked on their way.
 */

export type Packing = 'gzip' | 'zip' | 'none';

/** Bytes that show the packing and the encoding of a text. */
export const HEAD_BYTES = 4;

const GZIP = [0x1f, 0x8b];
/** A member, or the end of an archive without one. */
const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

const beginsWith = (head: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte);

export const packingOf = (head: Uint8Array): Packing =>
  beginsWith(head, GZIP) ? 'gzip' : ZIP.some((bytes) => beginsWith(head, bytes)) ? 'zip' : 'none';

/** A name for `TextDecoder`: by the byte order mark, else by where the first character has its zero byte. */
export function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first = 1, second = 1] = head;
  if (beginsWith(head, [0xff, 0xfe]) || (first > 0 && second === 0)) return 'utf-16le';
  return beginsWith(head, [0xfe, 0xff]) || (first === 0 && second > 0) ? 'utf-16be' : 'utf-8';
}
