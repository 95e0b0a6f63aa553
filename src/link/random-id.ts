const HEX = 16;

/** 128 random bits as 32 hexadecimal digits; unlike `randomUUID` it needs no secure origin. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(HEX).padStart(2, '0')).join('');
}
