const FINAL_TEXT = 0x81;
/** The second byte holds sizes up to 125; the values 126 and 127 announce a size in the next 2 or 8 bytes. */
const MAX_SHORT = 125;
const IN_2_BYTES = 126;
const IN_8_BYTES = 127;
const MAX_IN_2_BYTES = 0xffff;

/**
 * Starts a text frame of the server (RFC 6455, section 5.2): its header and the first part of its text.
 * @param head ASCII
 * @param restBytes size of the text that the caller sends after it
 */
export function beginTextFrame(head: string, restBytes: number): Buffer {
  const bytes = head.length + restBytes;
  const headerBytes = bytes <= MAX_SHORT ? 2 : bytes <= MAX_IN_2_BYTES ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + head.length);
  frame[0] = FINAL_TEXT;
  if (headerBytes === 2) frame[1] = bytes;
  else if (headerBytes === 4) {
    frame[1] = IN_2_BYTES;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = IN_8_BYTES;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  frame.write(head, headerBytes, 'latin1');
  return frame;
}
