import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Contact, EmailContact, PhoneContact } from '../contact.ts';
import { badField } from '../refusals.ts';
import { isInviteCode } from '../secret.ts';
import type { SecurityRecorder } from '../security/security.ts';
import type { Store } from '../store/store.ts';
import type { Verification } from '../verification/verification.ts';
import { NOBODY, type Visitor } from '../visitor.ts';
import { accountRepository } from './account-repository.ts';
import type { Accounts } from './accounts.ts';
import { passwordFault } from './password-rules.ts';
import type { Proof, ProofCheck } from './read-proof.ts';
import type { Grant, Session } from './sessions.ts';
import { accountOf, contactsOf } from './user.ts';

export interface Registration {
  /** The account's e-mail or phone. */
  readonly contact: Contact;
  /** Second contact, beside an e-mail. */
  readonly phone: PhoneContact | undefined;
  readonly password: string;
  readonly repeated: string;
  readonly inviteCode: string | undefined;
  /** The code that was sent, or the captcha's solution where a captcha is required instead. */
  readonly code: string;
  readonly captchaId: string | undefined;
}

interface ForgottenPassword {
  readonly contact: Contact;
  readonly password: string;
  readonly repeated: string;
  readonly code: string;
}

interface ChangedPassword {
  readonly password: string;
  /** The current password. */
  readonly old: string | undefined;
  /** The code sent to the account's e-mail or phone. */
  readonly code: string | undefined;
  readonly channel: Contact['kind'] | undefined;
  /** By the account's second factor. */
  readonly proof?: Proof | undefined;
}

/**
 * Registration and password changes. Every method refuses with 4000 and `field`, for a password also
 * `reason`. It refuses with 4010 for any wrong code or contact, so that the reply never reveals whether an
 * account exists.
 */
export interface Membership {
  register(wanted: Registration, visitor?: Visitor): Promise<Result<null>>;
  /** Ends all sessions. Asks for no second factor: the next login does. */
  forgetPassword(wanted: ForgottenPassword, visitor?: Visitor): Promise<Result<null>>;
  /**
   * Ends all other sessions. Also refuses with 4029 and `retry_after_s`, and when password or code are right as
   * `ProofCheck.prove` does.
   */
  amendPassword(session: Session, wanted: ChangedPassword, visitor?: Visitor): Promise<Result<null>>;
}

export interface MembershipDeps {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly factors: ProofCheck;
  readonly verification: Pick<Verification, 'admit' | 'asksCaptcha'>;
  /** Whether an account with an e-mail also has a phone. */
  readonly phonePart: 'none' | 'optional' | 'required';
  readonly security?: SecurityRecorder;
}

const wrong = err(refusal(CODE.wrongCredentials));

export function createMembership(deps: MembershipDeps): Membership {
  return {
    register: (wanted, visitor) => register(deps, wanted, visitor),
    forgetPassword: (wanted, visitor) => forgetPassword(deps, wanted, visitor),
    async amendPassword(session, wanted, visitor = NOBODY) {
      const account = session.accountId;
      const changed = await amendPassword(deps, session, wanted, visitor);
      if (changed.ok) deps.security?.record({ kind: 'password_changed', account, visitor });
      else if (isSuspect(changed.error))
        deps.security?.record({ kind: 'proof_wrong', account, visitor, detail: 'password' });
      return changed;
    },
  };
}

/** A wrong password or code, or too many of them; not a form filled in badly. */
const isSuspect = ({ code }: Refusal): boolean => code === CODE.wrongCredentials || code === CODE.tooMany;

async function register(
  deps: MembershipDeps,
  wanted: Registration,
  visitor: Visitor | undefined,
): Promise<Result<null>> {
  const { store, accounts, verification } = deps;
  const { contact, phone, password, inviteCode, captchaId, code } = wanted;
  const contacts = phone === undefined ? [contact] : [contact, phone];
  const problem = phoneProblem(deps.phonePart, contact, phone);
  if (problem) return badField('mobile');
  const fault = passwordProblem(wanted, 'password', 're_password', contacts);
  if (fault) return fault;
  const inviter = inviteCode === undefined ? undefined : await inviterOf(store, inviteCode);
  if (inviteCode !== undefined && inviter === undefined) return badField('invite_code');
  const admitted = await verification.admit(contact, 'register', { code, captchaId }, visitor);
  if (!admitted.ok) {
    if (!verification.asksCaptcha) deps.security?.record({ kind: 'proof_wrong', visitor, detail: 'code' });
    return admitted;
  }
  const made = await accounts.createUser(
    {
      ...named(contact, phone),
      takesPhone: !verification.asksCaptcha && contact.kind === 'phone',
      password,
      ...(inviter === undefined ? {} : { invitedBy: inviter.id }),
    },
    admitted.value,
    visitor,
  );
  // A taken contact gets the same reply as a wrong code.
  if (!made.ok) return made.error.code === CODE.conflict ? wrong : made;
  deps.security?.record({ kind: 'account_opened', account: accountOf(made.value.uid), visitor });
  return ok(null);
}

/** Demo accounts have no invite code. */
async function inviterOf(store: Store, code: string) {
  const account = isInviteCode(code) ? await accountRepository(store.read).byInviteCode(code) : undefined;
  return account?.book === 'real' ? account : undefined;
}

function named(contact: Contact, phone: PhoneContact | undefined) {
  if (contact.kind === 'phone') return { phone: contact };
  const email: EmailContact = contact;
  return phone === undefined ? { email } : { email, phone, phoneProven: false };
}

/** If the account's own name is a phone, the second phone must be the same one. */
function phoneProblem(
  part: MembershipDeps['phonePart'],
  contact: Contact,
  phone: PhoneContact | undefined,
): boolean {
  if (phone === undefined) return part === 'required' && contact.kind === 'email';
  return part === 'none' || (contact.kind === 'phone' && contact.value !== phone.value);
}

async function forgetPassword(
  { store, accounts, verification, security }: MembershipDeps,
  wanted: ForgottenPassword,
  visitor: Visitor | undefined,
): Promise<Result<null>> {
  const { contact, password, code } = wanted;
  const fault = passwordProblem(wanted, 'new_password', 'secondary_password', [contact]);
  if (fault) return fault;
  const found = await accountRepository(store.read).byContact(contact.kind, contact.value);
  const account = contact.kind === 'email' || found?.phoneProven ? found?.id : undefined;
  const admitted = await verification.admit(contact, 'password', { code }, visitor);
  if (!admitted.ok) {
    security?.record({ kind: 'proof_wrong', account, visitor, detail: 'code' });
    return admitted;
  }
  if (account === undefined) return wrong;
  const changed = await accounts.setPassword(account, password, admitted.value);
  if (changed.ok) security?.record({ kind: 'password_changed', account, visitor, detail: 'forgotten' });
  return changed;
}

async function amendPassword(
  { store, accounts, factors, verification }: MembershipDeps,
  session: Session,
  { password, old, code, channel, proof }: ChangedPassword,
  visitor: Visitor,
): Promise<Result<null>> {
  const account = await accountRepository(store.read).byId(session.accountId);
  if (account === undefined) return err(refusal(CODE.sessionExpired));
  const contacts = contactsOf(account);
  if (code === undefined && old === undefined) return badField('auth_code');
  const proven = contacts.filter(({ kind }) => kind === 'email' || account.phoneProven);
  const sentTo = proven.find(({ kind }) => channel === undefined || kind === channel);
  if (code !== undefined && sentTo === undefined) return badField('type');
  const reason = passwordFault(password, contacts);
  if (reason) return badField('new_password', reason);
  const grants: Grant[] = [];
  if (old !== undefined) {
    const checked = await accounts.checkPassword(session, old);
    if (!checked.ok) return checked;
    grants.push(checked.value);
    // A right password does not stay counted as a try while the second factor is asked for.
    if (!(await store.write(checked.value))) return wrong;
  }
  if (code !== undefined && sentTo !== undefined) {
    const admitted = await verification.admit(sentTo, 'password', { code }, visitor);
    if (!admitted.ok) return admitted;
    grants.push(admitted.value);
  }
  const factor = await factors.prove(account.id, proof, visitor);
  if (!factor.ok) return factor;
  let isUsedUp = false;
  const granted: Grant = async (transaction) => {
    isUsedUp = false;
    if (!(await all(grants)(transaction))) return false;
    isUsedUp = !(await factor.value(transaction));
    return !isUsedUp;
  };
  const changed = await accounts.setPassword(account.id, password, granted, session.id);
  return isUsedUp ? factors.refuse(account.id, visitor) : changed;
}

const all =
  (grants: readonly Grant[]): Grant =>
  async (transaction) => {
    for (const grant of grants) if (!(await grant(transaction))) return false;
    return true;
  };

function passwordProblem(
  { password, repeated }: { readonly password: string; readonly repeated: string },
  field: string,
  repeatedField: string,
  owner: readonly Contact[],
): Result<never, Refusal> | undefined {
  if (password !== repeated) return badField(repeatedField);
  const reason = passwordFault(password, owner);
  return reason && badField(field, reason);
}
