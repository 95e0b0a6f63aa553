import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { createGuesses, factorAttempts, type Guesses } from '../accounts/guesses.ts';
import type { Proof, ProofCheck } from '../accounts/read-proof.ts';
import type { Grant } from '../accounts/sessions.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { badField, tooSoon } from '../refusals.ts';
import type { SecurityRecorder } from '../security/security.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { NOBODY, type Visitor } from '../visitor.ts';
import {
  factorRepository,
  hasFactor,
  hasTotp,
  type OwnedFactors,
  type PasskeyRecord,
} from './factor-repository.ts';
import { createPasskeys, type Passkeys, passkeySiteOf } from './passkeys.ts';
import { boxOwner, createProofCheck } from './proof-check.ts';
import { hashOfRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { makeTotp, type NewTotp, stepOfCode } from './totp.ts';

interface FactorList {
  readonly totp: boolean;
  readonly passkeys: readonly PasskeyRecord[];
  readonly recoveryLeft: number;
  /** Whether the page's host can have passkeys. */
  readonly canPasskey: boolean;
}

/** Who changes an account's factors. */
export interface FactorOwner {
  readonly account: AccountId;
  /** The account as an authenticator shows it. */
  readonly label: string;
  readonly visitor: Visitor;
}

/** Recovery codes in the clear, with the account's first factor; none with a further one. */
type Codes = Promise<Result<readonly string[]>>;

/**
 * The second factor of accounts: owns one-time passwords by time (TOTP), passkeys, recovery codes and their limits.
 * Login, changed passwords, withdrawals and new payout addresses ask it for a proof; the HTTP calls change factors. Passwords and sessions
 * belong to accounts. Every change of an account that has a factor needs a proof by one of them (4110), and is recorded as
 * a security event, of which its owner is notified; so is a used recovery code. A change takes two steps, begun and confirmed; any change of factors
 * ends all others that were begun: they were proven against what the account had before, or needed no proof then.
 */
export interface Factors extends ProofCheck {
  list(account: AccountId, visitor: Visitor): Promise<FactorList>;
  /** @param password permission by the account's password */
  beginTotp(owner: FactorOwner, password: Grant, proof: Proof | undefined): Promise<Result<NewTotp>>;
  /** Refuses with 4009 if none was begun within ten minutes, with 4010 for a wrong code, with 4029 after too many. */
  confirmTotp(owner: FactorOwner, code: string): Codes;
  /** Refuses with 4004 without one. */
  removeTotp(owner: FactorOwner, proof: Proof | undefined): Promise<Result<null>>;
  /** The options as JSON. Refuses with 4009 where the page's host cannot have passkeys, with 4029 when there are too many. */
  beginPasskey(owner: FactorOwner, password: Grant, proof: Proof | undefined): Promise<Result<string>>;
  /** Refuses with 4010 for a credential that does not answer the challenge, with 4009 if it is known already. */
  addPasskey(owner: FactorOwner, credential: string, name: string): Codes;
  /** Refuses with 4004. */
  removePasskey(owner: FactorOwner, id: string, proof: Proof | undefined): Promise<Result<null>>;
  /** Replaces all recovery codes. Refuses with 4004 for an account without a factor. */
  renewRecoveryCodes(owner: FactorOwner, proof: Proof | undefined): Codes;
  /** For operators: codes of an app count again. @returns how many wrong proofs were forgotten */
  unlock(account: AccountId): Promise<number>;
  /** For operators. @param language of the letter to an owner whose language is not known @returns how many factors there were */
  removeAll(account: AccountId, language?: Language): Promise<number>;
}

export interface FactorsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** 32 bytes; encrypts the secrets of TOTP. */
  readonly key: Uint8Array;
  readonly security?: SecurityRecorder;
  /** Receives a sentence for the operator: secrets that cannot be read. */
  readonly report: (error: unknown) => void;
}

const ISSUER = 'Pipstream';
const TOTP_CONFIRM_MS = 10 * 60_000;
const MAX_PASSKEYS = 10;
const notFound = err(refusal(CODE.notFound));
const wrong = err(refusal(CODE.wrongCredentials));

interface Room extends FactorsDeps {
  readonly box: SecretBox;
  readonly passkeys: Passkeys;
  readonly check: ProofCheck;
  readonly guesses: Guesses;
}

export function createFactors(deps: FactorsDeps): Factors {
  const box = createSecretBox(deps.key, deps.random);
  const passkeys = createPasskeys(deps);
  const check = createProofCheck({ ...deps, box, passkeys });
  const room: Room = { ...deps, box, passkeys, check, guesses: createGuesses(deps) };
  return {
    ...check,
    async list(account, { origin }) {
      const owned = await ownedBy(deps.store, account);
      return {
        totp: hasTotp(owned),
        passkeys: owned.passkeys,
        recoveryLeft: owned.recoveryLeft,
        canPasskey: passkeySiteOf(origin) !== undefined,
      };
    },
    beginTotp: (owner, password, proof) => beginTotp(room, owner, password, proof),
    confirmTotp: (owner, code) => confirmTotp(room, owner, code),
    removeTotp: (owner, proof) =>
      remove(room, owner, proof, 'totp', hasTotp, async (transaction) => {
        await factorRepository(transaction).removeTotp(owner.account);
        return true;
      }),
    beginPasskey: (owner, password, proof) => beginPasskey(room, owner, password, proof),
    addPasskey: (owner, credential, name) => addPasskey(room, owner, credential, name),
    removePasskey: (owner, id, proof) =>
      remove(
        room,
        owner,
        proof,
        'passkey',
        (owned) => owned.passkeys.some((one) => one.id === id),
        (transaction) => factorRepository(transaction).removePasskey(owner.account, id),
      ),
    renewRecoveryCodes: (owner, proof) => renewRecoveryCodes(room, owner, proof),
    unlock: (account) =>
      deps.store.write((transaction) => factorRepository(transaction).forgetWrongProofs(account)),
    async removeAll(account, language) {
      const owned = await ownedBy(deps.store, account);
      await deps.store.write((transaction) => factorRepository(transaction).removeAll(account));
      const visitor = language && { ...NOBODY, language };
      if (hasFactor(owned))
        deps.security?.record({ kind: 'factor_removed', account, visitor, detail: 'all' });
      return owned.passkeys.length + (hasTotp(owned) ? 1 : 0);
    },
  };
}

/** Which factor is the first and which the last is decided in turn. */
const turnOf = (account: AccountId): string => `factors ${account}`;

/** A change of factors: the proof is used up with it, in one transaction. `work` may refuse before it has written. */
async function change<T>(
  { store, check }: Room,
  { account, visitor }: FactorOwner,
  proof: Proof | undefined,
  work: (transaction: Db) => Promise<Result<T>>,
): Promise<Result<T>> {
  const proven = await check.prove(account, proof, visitor);
  if (!proven.ok) return proven;
  const changed = await store.write(async (transaction) => {
    await takeTurn(transaction, turnOf(account));
    return (await proven.value(transaction)) ? work(transaction) : undefined;
  });
  return changed ?? check.refuse(account, visitor);
}

/** As `change`, for a step that also needs the password. A right password does not stay counted as an attempt. */
async function changeWith<T>(
  room: Room,
  owner: FactorOwner,
  password: Grant,
  proof: Proof | undefined,
  work: (transaction: Db) => Promise<Result<T>>,
): Promise<Result<T>> {
  const isCurrent = await room.store.write(password);
  return isCurrent ? change(room, owner, proof, work) : wrong;
}

async function beginTotp(
  room: Room,
  owner: FactorOwner,
  password: Grant,
  proof: Proof | undefined,
): Promise<Result<NewTotp>> {
  const { random, box, clock } = room;
  const made = makeTotp(random, ISSUER, owner.label);
  return changeWith(room, owner, password, proof, async (transaction) => {
    const until = timestampMs(clock.wall() + TOTP_CONFIRM_MS);
    const sealed = box.seal(made.secret, boxOwner(owner.account));
    await factorRepository(transaction).beginTotp(owner.account, sealed, until);
    return ok(made);
  });
}

async function confirmTotp(room: Room, owner: FactorOwner, code: string): Codes {
  const { store, clock, box, guesses, security } = room;
  const { account, visitor } = owner;
  const { totp } = await ownedBy(store, account);
  const sealed = totp?.newSecret;
  if (sealed === undefined || (totp?.newUntil ?? 0) <= clock.wall()) return err(refusal(CODE.conflict));
  // Whoever guesses it with a stolen session gets the recovery codes: as many tries as at a proof.
  const guess = await guesses.begin({ name: factorAttempts(account), address: visitor.address });
  const secret = 'waitS' in guess ? undefined : box.open(sealed, boxOwner(account));
  const step = secret === undefined ? undefined : stepOfCode(secret, code, clock.wall());
  if (step === undefined) {
    const detail = 'waitS' in guess ? 'too many' : 'new totp';
    security?.record({ kind: 'factor_wrong', account, visitor, detail });
  }
  if ('waitS' in guess) return tooSoon(guess.waitS);
  if (step === undefined) return wrong;
  return added(room, owner, 'totp', async (transaction) => {
    await guesses.withdraw(transaction, guess.id);
    return factorRepository(transaction).confirmTotp(account, sealed, step);
  });
}

async function beginPasskey(
  room: Room,
  owner: FactorOwner,
  password: Grant,
  proof: Proof | undefined,
): Promise<Result<string>> {
  const site = passkeySiteOf(owner.visitor.origin);
  if (site === undefined) return err(refusal(CODE.conflict));
  const { passkeys } = await ownedBy(room.store, owner.account);
  if (passkeys.length >= MAX_PASSKEYS) return err(refusal(CODE.tooMany));
  const proven = await changeWith(room, owner, password, proof, async () => ok(null));
  if (!proven.ok) return proven;
  return ok(await room.passkeys.creation(owner.account, owner.label, passkeys, site));
}

async function addPasskey(room: Room, owner: FactorOwner, credential: string, typed: string): Codes {
  const name = typed.replace(/\p{C}/gu, '').trim();
  if (name === '') return badField('name');
  const site = passkeySiteOf(owner.visitor.origin);
  const checked = site && (await room.passkeys.created(owner.account, credential, name, site));
  if (checked === undefined) return wrong;
  return added(
    room,
    owner,
    'passkey',
    async (transaction) =>
      (await checked.use(transaction)) && factorRepository(transaction).addPasskey(checked.passkey),
  );
}

/** Adds a factor; the account's first one brings recovery codes. Refuses with 4009 if `add` did nothing. */
async function added(
  { store, random, security }: Room,
  owner: FactorOwner,
  kind: 'totp' | 'passkey',
  add: Grant,
): Codes {
  const { account, visitor } = owner;
  const codes = makeRecoveryCodes(random);
  const done = await store.write(async (transaction): Promise<Result<readonly string[]>> => {
    await takeTurn(transaction, turnOf(account));
    const factors = factorRepository(transaction);
    const isFirst = !hasFactor(await factors.owned(account));
    if (!(await add(transaction))) return err(refusal(CODE.conflict));
    await factors.dropBegun(account);
    if (!isFirst) return ok([]);
    await factors.putRecoveryCodes(account, hashesOf(account, codes));
    return ok(codes);
  });
  if (done.ok) security?.record({ kind: 'factor_added', account, visitor, detail: kind });
  return done;
}

async function remove(
  room: Room,
  owner: FactorOwner,
  proof: Proof | undefined,
  kind: 'totp' | 'passkey',
  isThere: (owned: OwnedFactors) => boolean,
  removeIt: Grant,
): Promise<Result<null>> {
  const { account, visitor } = owner;
  if (!isThere(await ownedBy(room.store, account))) return notFound;
  const removed = await change<null>(room, owner, proof, async (transaction) => {
    if (!(await removeIt(transaction))) return notFound;
    const factors = factorRepository(transaction);
    await factors.dropBegun(account);
    // Recovery codes alone are no factor.
    if (!hasFactor(await factors.owned(account))) await factors.putRecoveryCodes(account, []);
    return ok(null);
  });
  if (removed.ok) room.security?.record({ kind: 'factor_removed', account, visitor, detail: kind });
  return removed;
}

async function renewRecoveryCodes(room: Room, owner: FactorOwner, proof: Proof | undefined): Codes {
  const { account, visitor } = owner;
  if (!hasFactor(await ownedBy(room.store, account))) return notFound;
  const codes = makeRecoveryCodes(room.random);
  const renewed = await change(room, owner, proof, async (transaction) => {
    await factorRepository(transaction).putRecoveryCodes(account, hashesOf(account, codes));
    return ok(codes);
  });
  if (renewed.ok) room.security?.record({ kind: 'factor_added', account, visitor, detail: 'recovery codes' });
  return renewed;
}

const hashesOf = (account: AccountId, codes: readonly string[]): readonly string[] =>
  codes.map((code) => hashOfRecoveryCode(account, code));

const ownedBy = (store: Store, account: AccountId) => factorRepository(store.read).owned(account);
