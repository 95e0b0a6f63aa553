import { constants, deflateRawSync } from 'node:zlib';

const FINAL_TEXT = 0x81;
const FINAL_BINARY = 0x82;
/** The second byte holds sizes up to 125; the values 126 and 127 announce a size in the next 2 or 8 bytes. */
const MAX_SHORT = 125;
const IN_2_BYTES = 126;
const IN_8_BYTES = 127;
const MAX_IN_2_BYTES = 0xffff;
/** First bit after FIN: the message is compressed (RFC 7692, section 6). */
const COMPRESSED = 0x40;
/** Header of a block that is stored as it is (RFC 1951, section 3.2.4): its type, its size, and the size's complement. */
const STORED_HEADER_BYTES = 5;

/**
 * Starts a text frame of the server (RFC 6455, section 5.2): its header and the first part of its text.
 * @param head ASCII
 * @param restBytes size of the text that the caller sends after it
 */
export const beginTextFrame = (head: string, restBytes: number): Buffer =>
  begin(FINAL_TEXT, head, 0, restBytes);

/** The same of a binary frame; the head's characters are bytes. */
export const beginBinaryFrame = (head: string, restBytes: number): Buffer =>
  begin(FINAL_BINARY, head, 0, restBytes);

/**
 * The same of a compressed message. The head, of which each client has its own, is a stored block; so the rest is
 * compressed once for all.
 * @param restBytes size of what `deflated` gave for the rest
 */
export function beginDeflatedFrame(head: string, restBytes: number): Buffer {
  const frame = begin(FINAL_TEXT | COMPRESSED, head, STORED_HEADER_BYTES, restBytes);
  const at = frame.length - head.length - STORED_HEADER_BYTES;
  frame[at] = 0;
  frame.writeUInt16LE(head.length, at + 1);
  frame.writeUInt16LE(0xffff - head.length, at + 3);
  return frame;
}

/** Compresses text that can follow any block: it ends on a byte, without the tail that RFC 7692 leaves out. */
export function deflated(text: Buffer): Buffer {
  const { Z_BEST_SPEED, Z_SYNC_FLUSH } = constants;
  return deflateRawSync(text, { level: Z_BEST_SPEED, finishFlush: Z_SYNC_FLUSH }).subarray(0, -TAIL_BYTES);
}
/** An empty stored block without its type bits: 00 00 ff ff. */
const TAIL_BYTES = 4;

/** @param gapBytes left between the frame's header and the head */
function begin(firstByte: number, head: string, gapBytes: number, restBytes: number): Buffer {
  const bytes = gapBytes + head.length + restBytes;
  const headerBytes = bytes <= MAX_SHORT ? 2 : bytes <= MAX_IN_2_BYTES ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + gapBytes + head.length);
  frame[0] = firstByte;
  if (headerBytes === 2) frame[1] = bytes;
  else if (headerBytes === 4) {
    frame[1] = IN_2_BYTES;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = IN_8_BYTES;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  frame.write(head, headerBytes + gapBytes, 'latin1');
  return frame;
}
