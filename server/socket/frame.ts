const FINAL_TEXT = 0x81;
/** Sizes that the second byte itself holds; these two stand for the 2 or 8 bytes that follow it. */
const MAX_SHORT = 125;
const IN_2_BYTES = 126;
const IN_8_BYTES = 127;
const MAX_IN_2_BYTES = 0xffff;

/**
 * The beginning of a server's text frame (RFC 6455, section 5.2): its header, and the first part of its text.
 * @param head ASCII
 * @param restBytes of the text that is sent behind it
 */
export function beginFrame(head: string, restBytes: number): Buffer {
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
