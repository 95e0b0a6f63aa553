import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Options of a ceremony as the exchange sends them: JSON text. */
type Options = string;

interface Quirks {
  /** Default: `http://localhost`. */
  readonly origin?: string;
  /** Default: that of the options. */
  readonly rpId?: string;
  /** Signatures that the authenticator says it has made; default: counts. */
  readonly counter?: number;
}

/** An authenticator in software that makes real ES256 signatures, as WebAuthn Level 2 has them. */
export interface Authenticator {
  readonly id: string;
  /** The RegistrationResponse as JSON text. */
  create(options: Options, quirks?: Quirks): string;
  /** The AuthenticationResponse as JSON text. */
  get(options: Options, quirks?: Quirks): string;
}

export function createAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  // COSE: kty EC2, alg ES256, crv P-256, x, y.
  const coseKey = cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(jwk.x ?? '', 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(jwk.y ?? '', 'base64url'))],
  ]);
  const credential = (response: object) =>
    JSON.stringify({
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });

  return {
    id: text(id),
    create(options, { origin = 'http://localhost', rpId } = {}) {
      const { challenge, rp } = JSON.parse(options);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const authData = Buffer.concat([headOf(rpId ?? rp.id, FLAGS.present | FLAGS.attested, 0), attested]);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      return credential({
        clientDataJSON: text(clientData('webauthn.create', challenge, origin)),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      });
    },
    get(options, { origin = 'http://localhost', rpId, counter: claimed } = {}) {
      const asked = JSON.parse(options);
      counter = claimed ?? counter + 1;
      const authData = headOf(rpId ?? asked.rpId, FLAGS.present, counter);
      const data = clientData('webauthn.get', asked.challenge, origin);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return credential({
        clientDataJSON: text(data),
        authenticatorData: text(authData),
        signature: text(sign('sha256', signed, privateKey)),
      });
    },
  };
}

const FLAGS = { present: 0x01, attested: 0x40 } as const;

const text = (bytes: Buffer): string => bytes.toString('base64url');

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function headOf(rpId: string, flags: number, counter: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
}

const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborText = (value: string): Buffer =>
  Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
const cborBytes = (value: Buffer): Buffer => Buffer.concat([cborHead(2, value.length), value]);

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  const head = Buffer.from([(major << 5) | 25, 0, 0]);
  head.writeUInt16BE(value, 1);
  return head;
}
