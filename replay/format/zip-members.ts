import { RecordingError } from './format.ts';

/** A file of an archive, as packed. */
export interface ZipMember {
  /** With `/` between folders. */
  readonly name: string;
  /** `unknown`: encrypted, or a method other than the two that everybody writes. */
  readonly method: 'stored' | 'deflated' | 'unknown';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

// The layout of .ZIP files (PKWARE's APPNOTE 6.3): offsets in each kind of header.
const END = { signature: 0x06054b50, length: 22, count: 10, start: 16 };
const ENTRY = {
  signature: 0x02014b50,
  length: 46,
  flags: 8,
  method: 10,
  packed: 20,
  name: 28,
  /** Lengths of what follows it. */
  parts: [28, 30, 32],
  start: 42,
};
const LOCAL = { signature: 0x04034b50, length: 30, parts: [26, 28] };
const MAX_COMMENT = 0xffff;
const ENCRYPTED = 1;
const METHODS: Readonly<Record<number, ZipMember['method']>> = { 0: 'stored', 8: 'deflated' };

/** What systems add to archives of their own: no file of its sender. */
const isOfSystem = (name: string): boolean => name.endsWith('/') || /(^|\/)(__MACOSX\/|\.)/.test(name);

/**
 * The files of an archive by its directory, which also has the sizes that writers learn only after a file. fflate neither says
 * where a packed member lies nor stops at a bound while it unpacks one. @throws RecordingError for a damaged archive
 */
export function zipMembers(archive: Uint8Array<ArrayBuffer>): readonly ZipMember[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.length);
  try {
    const end = endOf(view);
    const members: ZipMember[] = [];
    let at = view.getUint32(end + END.start, true);
    for (let left = view.getUint16(end + END.count, true); left > 0; left--) {
      if (view.getUint32(at, true) !== ENTRY.signature) throw damaged();
      const member = memberAt(archive, view, at);
      if (!isOfSystem(member.name)) members.push(member);
      at += lengthAt(view, at, ENTRY);
    }
    return members;
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error;
  }
}

function memberAt(archive: Uint8Array<ArrayBuffer>, view: DataView<ArrayBuffer>, at: number): ZipMember {
  const from = at + ENTRY.length;
  const name = new TextDecoder().decode(archive.subarray(from, from + view.getUint16(at + ENTRY.name, true)));
  const local = view.getUint32(at + ENTRY.start, true);
  if (view.getUint32(local, true) !== LOCAL.signature) throw damaged();
  const start = local + lengthAt(view, local, LOCAL);
  const stop = start + view.getUint32(at + ENTRY.packed, true);
  if (stop > archive.length) throw damaged();
  const isEncrypted = (view.getUint16(at + ENTRY.flags, true) & ENCRYPTED) !== 0;
  const method = METHODS[view.getUint16(at + ENTRY.method, true)] ?? 'unknown';
  return { name, method: isEncrypted ? 'unknown' : method, bytes: archive.subarray(start, stop) };
}

/** Of a header with its parts of variable length. */
const lengthAt = (
  view: DataView<ArrayBuffer>,
  at: number,
  { length, parts }: { readonly length: number; readonly parts: readonly number[] },
): number => parts.reduce((sum, part) => sum + view.getUint16(at + part, true), length);

/** The end of the directory: behind it there is only a comment. */
function endOf(view: DataView<ArrayBuffer>): number {
  const last = view.byteLength - END.length;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--)
    if (view.getUint32(at, true) === END.signature) return at;
  throw damaged();
}

const damaged = (): RecordingError => new RecordingError('the ZIP is cut off or damaged');
