import { createECDH, createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** The exchange's identity for push services (VAPID, RFC 8292). */
export interface PushKeys {
  /** What browsers subscribe with: an uncompressed point of P-256, base64url. */
  readonly publicKey: string;
  /** The `Authorization` header of a message to this origin. */
  authorization(origin: string): Promise<string>;
}

/** Loaded with the first message: most processes never send one. */
export const loadWebPush = async () => (await import('web-push')).default;

const HOUR_MS = 3_600_000;
/** Services accept at most a day. */
const VALID_MS = 12 * HOUR_MS;

/**
 * @param secret 32 random bytes
 * @param subject whom a service's operator may write to
 */
export function createPushKeys(secret: Buffer, subject: string, clock: Pick<Clock, 'wall'>): PushKeys {
  const pair = pairOf(secret);
  const privateKey = pair.getPrivateKey('base64url');
  const publicKey = pair.getPublicKey('base64url');
  /** Signing takes longer than all else, and a token is good for all messages to a service. */
  const known = new Map<string, { readonly header: string; readonly until: number }>();
  return {
    publicKey,
    async authorization(origin) {
      const webPush = await loadWebPush();
      const now = clock.wall();
      const before = known.get(origin);
      if (before && before.until > now) return before.header;
      const expiresAtS = Math.floor((now + VALID_MS) / 1_000);
      const { Authorization: header } = webPush.getVapidHeaders(
        origin,
        subject,
        publicKey,
        privateKey,
        'aes128gcm',
        expiresAtS,
      );
      if (known.size >= MAX_ORIGINS) known.clear();
      known.set(origin, { header, until: now + VALID_MS - HOUR_MS });
      return header;
    },
  };
}

const MAX_ORIGINS = 1_000;

/** Of 2^32 secrets one is not a key: its hash stands in for it. */
function pairOf(secret: Buffer) {
  const pair = createECDH('prime256v1');
  for (let scalar = secret; ; scalar = createHash('sha256').update(scalar).digest()) {
    try {
      pair.setPrivateKey(scalar);
      return pair;
    } catch {
      // Zero, or not below the order of the curve.
    }
  }
}
