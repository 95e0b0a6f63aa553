import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { isFields, parseJson } from '../../shared/json.ts';
import type { Grant } from '../accounts/sessions.ts';
import { uidOf } from '../accounts/user.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { hashSecret, makeSecret } from '../secret.ts';
import type { Store } from '../store/store.ts';
import { type Challenge, factorRepository, type PasskeyRecord } from './factor-repository.ts';
import type { ChallengePurpose } from './factor-tables.ts';

/** A page that can have passkeys. */
export interface PasskeySite {
  readonly origin: string;
  /** Its host name: passkeys belong to it. */
  readonly rpId: string;
}

/** A credential that was checked; the grant uses its challenge up. */
interface Checked {
  readonly passkey: PasskeyRecord;
  readonly use: Grant;
}

/** Passkeys as WebAuthn has them. Every challenge counts once, for five minutes, for one account and purpose. */
export interface Passkeys {
  /** PublicKeyCredentialCreationOptions as JSON. */
  creation(
    account: AccountId,
    name: string,
    known: readonly PasskeyRecord[],
    site: PasskeySite,
  ): Promise<string>;
  /** Undefined for a credential that does not answer a challenge of this account. */
  created(
    account: AccountId,
    credential: string,
    name: string,
    site: PasskeySite,
  ): Promise<Checked | undefined>;
  /** PublicKeyCredentialRequestOptions as JSON. */
  request(account: AccountId, known: readonly PasskeyRecord[], rpId: string): Promise<string>;
  /** Undefined for an assertion that is wrong. The grant also keeps the authenticator's counter. */
  asserted(known: readonly PasskeyRecord[], assertion: string, site: PasskeySite): Promise<Grant | undefined>;
}

interface PasskeysDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
}

/** COSE: EdDSA, ES256, RS256, which all authenticators have one of. */
const ALGORITHMS = [-8, -7, -257];
const RP_NAME = 'Pipstream';
const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;
/** Of one account at a time: a page that asks again and again does not fill the table. */
const MAX_CHALLENGES = 10;
const SHOWN_MS = CHALLENGE_MS;

/** The library is large, and only accounts with passkeys need it. */
const library = () => import('@simplewebauthn/server');

/** @param origin of the page that calls; undefined where it cannot have passkeys: an IP address is no RP id */
export function passkeySiteOf(origin: string | undefined): PasskeySite | undefined {
  const url = origin === undefined ? null : URL.parse(origin);
  if (url === null || url.hostname === '') return undefined;
  const isAddress = url.hostname.startsWith('[') || isIP(url.hostname) !== 0;
  return isAddress ? undefined : { origin: url.origin, rpId: url.hostname };
}

export function createPasskeys({ store, clock, random }: PasskeysDeps): Passkeys {
  async function challenge(accountId: AccountId, purpose: ChallengePurpose): Promise<string> {
    const made = makeSecret(random, CHALLENGE_BYTES);
    const now = clock.wall();
    await store.write((transaction) =>
      factorRepository(transaction).addChallenge(
        { hash: hashSecret(made), accountId, purpose },
        timestampMs(now + CHALLENGE_MS),
        now,
        MAX_CHALLENGES,
      ),
    );
    return made;
  }

  const challengeOf = (accountId: AccountId, purpose: ChallengePurpose, text: string) => ({
    hash: hashSecret(text),
    accountId,
    purpose,
  });
  const isOpen = (asked: Challenge) => factorRepository(store.read).hasChallenge(asked, clock.wall());

  return {
    async creation(account, name, known, site) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: site.rpId,
        userName: name,
        userDisplayName: name,
        userID: new TextEncoder().encode(String(uidOf(account))),
        challenge: Buffer.from(await challenge(account, 'add'), 'base64url'),
        timeout: SHOWN_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.filter(({ rpId }) => rpId === site.rpId).map(descriptorOf),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      return JSON.stringify(options);
    },

    async created(accountId, credential, name, site) {
      const { verifyRegistrationResponse } = await library();
      const response = readCredential<RegistrationResponseJSON>(credential);
      if (response === undefined) return undefined;
      const { expected, answered } = expectationsOf(site);
      const verified = await verifyRegistrationResponse({
        ...expected,
        response,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined);
      const asked = challengeOf(accountId, 'add', answered());
      if (!verified?.verified || !(await isOpen(asked))) return undefined;
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      const passkey: PasskeyRecord = {
        id,
        accountId,
        rpId: site.rpId,
        name,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(transportsIn(response.response.transports)),
        createdAt: clock.wall(),
        usedAt: undefined,
      };
      return {
        passkey,
        use: (transaction) => factorRepository(transaction).takeChallenge(asked, clock.wall()),
      };
    },

    async request(account, known, rpId) {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        challenge: Buffer.from(await challenge(account, 'prove'), 'base64url'),
        timeout: SHOWN_MS,
        userVerification: 'preferred',
        allowCredentials: known.map(descriptorOf),
      });
      return JSON.stringify(options);
    },

    async asserted(known, assertion, site) {
      const response = readCredential<AuthenticationResponseJSON>(assertion);
      const passkey = known.find(({ id, rpId }) => id === response?.id && rpId === site.rpId);
      if (response === undefined || passkey === undefined) return undefined;
      const { verifyAuthenticationResponse } = await library();
      const { expected, answered } = expectationsOf(site);
      const verified = await verifyAuthenticationResponse({
        ...expected,
        response,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
          transports: transportsIn(JSON.parse(passkey.transports)),
        },
      }).catch(() => undefined);
      const asked = challengeOf(passkey.accountId, 'prove', answered());
      if (!verified?.verified || !(await isOpen(asked))) return undefined;
      const { newCounter } = verified.authenticationInfo;
      return async (transaction) => {
        const factors = factorRepository(transaction);
        if (!(await factors.takeChallenge(asked, clock.wall()))) return false;
        return factors.spendPasskey(passkey, newCounter, clock.wall());
      };
    },
  };
}

/** What the library expects of both answers. The challenge is checked later: any will do, and `answered` says which it was. */
function expectationsOf({ origin, rpId }: PasskeySite) {
  let answered = '';
  return {
    expected: {
      expectedChallenge(text: string) {
        answered = text;
        return true;
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
    },
    answered: () => answered,
  };
}

const descriptorOf = ({ id, transports }: PasskeyRecord) => ({
  id,
  transports: transportsIn(JSON.parse(transports)),
});

/** Names of ways to an authenticator, such as `usb`. */
const transportsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one) => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
    : [];

/** The library checks the rest, and throws on a credential that is not of this form. */
function readCredential<T>(text: string): T | undefined {
  const value = parseJson(text);
  return isFields(value) && isFields(value['response']) ? (value as T) : undefined;
}
