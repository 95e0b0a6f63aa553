import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type Accounts, createAccounts } from '../../server/accounts/accounts.ts';
import { createMembership, type Membership, type MembershipDeps } from '../../server/accounts/membership.ts';
import type { Passwords } from '../../server/accounts/password.ts';
import type { Contact, EmailContact, PhoneContact } from '../../server/contact.ts';
import { createFactors, type Factors } from '../../server/factors/factors.ts';
import { openKeyFile } from '../../server/key-file.ts';
import { createOwnerLetters } from '../../server/letters/owner-letters.ts';
import type { Letter } from '../../server/outbox/mailer.ts';
import { type Random, systemRandom } from '../../server/random.ts';
import type { SecurityRecorder } from '../../server/security/security.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { openKey } from '../../server/verification/key.ts';
import { createVerification, type Verification } from '../../server/verification/verification.ts';
import type { CodeLimits } from '../../server/verification/verification-codes.ts';
import type { CodePurpose } from '../../server/verification/verification-tables.ts';
import type { Visitor } from '../../server/visitor.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import type { Result } from '../../shared/result.ts';
import { chosenDatabase } from './chosen-database.ts';
import { dataFolder } from './data-folder.ts';
import { START } from './dealing.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface PeopleOptions {
  /** Of faults in the rooms of factors; raises them when absent. */
  readonly report?: (error: unknown) => void;
  /** An earlier folder, to start again with its stored data. */
  readonly dataDir?: string;
  readonly clock?: ManualClock;
  readonly random?: Random;
  readonly asksCaptcha?: boolean;
  readonly phonePart?: MembershipDeps['phonePart'];
  /** Default: so many that only the limits of a contact are met. */
  readonly limits?: Partial<CodeLimits>;
  /** The real hashes take a large part of a second each. */
  readonly passwords?: Passwords;
}

/** The real account subjects over a real database, with a clock that the test controls and letters that are kept here. */
export interface PeopleRooms {
  readonly dataDir: string;
  readonly store: Store;
  readonly clock: ManualClock;
  readonly accounts: Accounts;
  readonly factors: Factors;
  readonly verification: Verification;
  readonly membership: Membership;
  readonly letters: readonly Letter[];
  /** How often a password was verified, and hashed. */
  readonly work: { verified: number; hashed: number };
  /** The security events of sends of codes. */
  readonly limited: readonly string[];
  /** The security events of second factors. */
  readonly noted: readonly { readonly kind: string; readonly detail?: string | undefined }[];
  /** The letters but for those with codes, once all that were caused have gone out. */
  told(): Promise<readonly Letter[]>;
  send(contact: Contact, purpose: CodePurpose, address?: string): Promise<Result<null>>;
  /** Requests a code, a minute after any earlier one, and reads it from the letter. */
  codeFor(contact: Contact, purpose: CodePurpose): Promise<string>;
  /** An account, registered in the usual way. */
  join(contact: Contact, password?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Limits that no test reaches but the one on codes of a contact. */
export const ROOMY_CODES: CodeLimits = {
  beforeCaptcha: 1_000,
  perAddress: 1_000,
  perContact: 5,
  inTotal: { email: 1_000, sms: 1_000 },
};

export const PASSWORD = 'correct horse battery';
export const ANN: EmailContact = { kind: 'email', value: 'ann@example.com' };
export const BOB: EmailContact = { kind: 'email', value: 'bob@example.com' };
export const PHONE: PhoneContact = { kind: 'phone', value: '+85261234567', areaCode: '852' };
export const visitor = (address: string, device = 'Chrome · Android'): Visitor => ({ address, device });

export async function startPeople(options: PeopleOptions = {}): Promise<PeopleRooms> {
  const dataDir = options.dataDir ?? dataFolder();
  const clock = options.clock ?? createManualClock(START);
  const random = options.random ?? systemRandom;
  const database = await chosenDatabase(dataDir);
  const store = await openStore({ dataDir, ...(database === undefined ? {} : { database }) });
  const letters: Letter[] = [];
  const work = { verified: 0, hashed: 0 };
  const limited: string[] = [];
  const parts = { store, clock, random };
  const noted: { kind: string; detail?: string | undefined }[] = [];
  const outbox = { send: (letter: Letter) => void letters.push(letter) };
  const owners = createOwnerLetters({ store, clock, outbox, report: raise });
  const security: SecurityRecorder = {
    record(event) {
      if (/^(?:factor|recovery)_/.test(event.kind)) noted.push({ kind: event.kind, detail: event.detail });
      owners.notify(event);
    },
  };
  const key = openKey(dataDir, random);
  const factors = createFactors({
    ...parts,
    key: openKeyFile(dataDir, 'factors.key', random),
    security,
    report: options.report ?? raise,
  });
  const accounts = createAccounts({
    ...parts,
    key,
    factors,
    security,
    settings: { demoBalance: moneyFromWire(100_000) },
    passwords: counted(options.passwords ?? quickPasswords, work),
  });
  const verification = createVerification({
    ...parts,
    key,
    outbox,
    asksCaptcha: options.asksCaptcha ?? false,
    limits: { ...ROOMY_CODES, ...options.limits },
    security: { record: ({ kind, detail }) => void limited.push(`${kind}: ${detail}`) },
  });
  const phonePart = options.phonePart ?? 'none';
  const membership = createMembership({ store, accounts, factors, verification, phonePart, security });
  let running = true;
  const stop = async () => {
    if (!running) return;
    running = false;
    accounts.stop();
    await owners.settled();
    await store.close();
  };
  onTestFinished(stop);
  const send = (contact: Contact, purpose: CodePurpose, address = '198.51.100.1') =>
    verification.send({
      contact,
      purpose,
      solution: { id: undefined, answer: undefined },
      language: 'en',
      address,
    });
  async function codeFor(contact: Contact, purpose: CodePurpose) {
    clock.advance(60_000);
    const sent = await send(contact, purpose);
    if (!sent.ok) throw new Error(`no code was sent: ${JSON.stringify(sent.error)}`);
    return codeIn(letters.findLast(hasCode));
  }
  return {
    ...{
      dataDir,
      store,
      clock,
      accounts,
      factors,
      noted,
      verification,
      membership,
      letters,
      work,
      limited,
      send,
      codeFor,
      stop,
    },
    async told() {
      clock.advance(0);
      await owners.settled();
      return letters.filter((letter) => !hasCode(letter));
    },
    async join(contact, password = PASSWORD) {
      const joined = await membership.register({
        ...registration(contact, password),
        code: await codeFor(contact, 'register'),
      });
      if (!joined.ok) throw new Error(`could not join: ${JSON.stringify(joined.error)}`);
    },
  };
}

const raise = (error: unknown) => {
  throw error;
};

/** The fields of a form, without the code. */
export const registration = (contact: Contact, password = PASSWORD) => ({
  contact,
  phone: undefined,
  password,
  repeated: password,
  inviteCode: undefined,
  captchaId: undefined,
});

export const codeIn = (letter: Pick<Letter, 'text'> | undefined): string =>
  /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? '';

/** The latest code for a contact, in a list of letters with the latest first; others tell the owner what happened. */
export const latestCodeIn = (
  letters: readonly { readonly to?: unknown; readonly text?: unknown }[],
  contact: string,
): string =>
  letters
    .filter(({ to }) => to === contact)
    .map(({ text }) => codeIn({ text: String(text) }))
    .find((code) => code !== '') ?? '';

const hasCode = (letter: Letter): boolean => codeIn(letter) !== '';

/** Six digits that differ from these. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const digest = (password: string) => createHash('sha256').update(password).digest('hex');
const quickPasswords: Passwords = {
  hash: async (password) => digest(password),
  verify: async (password, stored) => digest(password) === stored,
};

const counted = (passwords: Passwords, work: { verified: number; hashed: number }): Passwords => ({
  hash(...asked) {
    work.hashed += 1;
    return passwords.hash(...asked);
  },
  verify(...asked) {
    work.verified += 1;
    return passwords.verify(...asked);
  },
});
