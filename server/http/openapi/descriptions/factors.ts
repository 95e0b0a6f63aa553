import { Factors, type factorRoutes, Passkey } from '../../../../shared/contract/factors.ts';
import { type CallWords, FACTOR_WORDS, shape } from './words.ts';

const PASSWORD = "the account's password";
const CODES = "ten codes, each good for one proof, with the account's first factor; else empty";

export const factorCalls: CallWords<keyof typeof factorRoutes> = {
  getFactors: { summary: 'The second factors of the account' },
  beginTotp: {
    summary: 'Makes a secret for an authenticator app',
    text: 'It counts once `confirmTotp` has its first code, within 10 minutes. It then replaces an earlier one.',
    parameters: { password: PASSWORD, ...FACTOR_WORDS },
    refusals: ['wrongCredentials', 'tooMany', 'factorNeeded'],
    answer: { secret: 'base32, to type', url: 'the same as an address, for a QR code' },
  },
  confirmTotp: {
    summary: 'Switches one-time passwords on',
    text: '4009 if no secret waits.',
    parameters: { code: 'six digits, from the authenticator app' },
    refusals: ['conflict', 'wrongCredentials', 'tooMany'],
    answer: { recovery_codes: CODES },
  },
  removeTotp: {
    summary: 'Switches one-time passwords off',
    parameters: FACTOR_WORDS,
    refusals: ['notFound', 'tooMany', 'factorNeeded'],
  },
  beginPasskey: {
    summary: 'Begins to add a passkey',
    text: "4009 where the page's host cannot have passkeys.",
    parameters: { password: PASSWORD, ...FACTOR_WORDS },
    refusals: ['conflict', 'wrongCredentials', 'tooMany', 'factorNeeded'],
    answer: { options: 'PublicKeyCredentialCreationOptions as JSON text, good for 5 minutes' },
  },
  addPasskey: {
    summary: 'Adds a passkey',
    text: '4009 if it is known already.',
    parameters: { credential: 'the RegistrationResponse as JSON text', name: 'what its owner calls it' },
    refusals: ['conflict', 'wrongCredentials', 'tooMany'],
    answer: { recovery_codes: CODES },
  },
  removePasskey: {
    summary: 'Removes a passkey',
    parameters: { id: '`id` in `getFactors`', ...FACTOR_WORDS },
    refusals: ['notFound', 'tooMany', 'factorNeeded'],
  },
  renewRecoveryCodes: {
    summary: 'Makes ten new recovery codes',
    text: 'The old ones no longer count.',
    parameters: FACTOR_WORDS,
    refusals: ['notFound', 'tooMany', 'factorNeeded'],
    answer: { recovery_codes: 'ten codes, each good for one proof' },
  },
};

export const factorShapes = {
  Passkey: shape(Passkey, {
    id: 'names it for `removePasskey`',
    name: 'what its owner calls it',
    created_at: 'when it was added',
    used_at: 'when it was last used; empty if never',
  }),
  Factors: shape(Factors, {
    totp: '1: one-time passwords are on',
    recovery_left: 'recovery codes that are not used yet',
    can_passkey: "0: the page's host cannot have passkeys, such as an IP address",
  }),
};
