import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import type { Grant } from '../accounts/sessions.ts';
import type { Clock } from '../clock.ts';
import type { Contact } from '../contact.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Random } from '../random.ts';
import { badField, tooSoon } from '../refusals.ts';
import type { SecurityRecorder } from '../security/security.ts';
import type { Store } from '../store/store.ts';
import type { Visitor } from '../visitor.ts';
import { createCaptchas } from './captchas.ts';
import type { Key } from './key.ts';
import { codeLetter, takenLetter } from './letters.ts';
import {
  CODE_MINUTES,
  type CodeLimits,
  type Codes,
  channelOf,
  createCodes,
  type Held,
  type Sender,
} from './verification-codes.ts';
import type { CodePurpose, PayoutPurpose } from './verification-tables.ts';

/** A captcha's id and the typed solution. */
interface Solution {
  readonly id: string | undefined;
  readonly answer: string | undefined;
}

interface CodeRequest {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  readonly solution: Solution;
  readonly language: Language;
  /** The client's network address. */
  readonly address: string;
}

/**
 * Proof that a visitor is a person or owns an e-mail address or phone: owns captchas, codes and their limits.
 * The HTTP calls and membership call it; the outbox sends the letters. No accounts are created and no
 * passwords checked here: this room only asks whether a contact has an account, and its replies never reveal
 * that.
 */
export interface Verification {
  /** A captcha stands in for the code when registering: then no contact is proven. */
  readonly asksCaptcha: boolean;
  /**
   * A new captcha, which replaces the previous one for the same token.
   * `picture`: a data URL.
   */
  captcha(token: string): Promise<{ readonly id: string; readonly picture: string }>;
  /**
   * Sends a code; the reply is the same whether or not the contact has an account. Refuses with 4000 and
   * `field` if a captcha is required and missing, 4010 if it is wrong, 4029 and `retry_after_s` if it is too
   * early: for the contact, for the address that asks, or for the whole exchange.
   */
  send(request: CodeRequest): Promise<Result<null>>;
  /**
   * Sends a code to the owner of an account, who is logged in. Refuses with 4029 and `retry_after_s`.
   * @param values what the letter names
   */
  sendToOwner(
    contact: Contact,
    purpose: PayoutPurpose,
    language: Language,
    values: Readonly<Record<string, string>>,
  ): Promise<Result<null>>;
  /** See `Codes.forgetSends`; for operators. */
  forgetSends(contacts: readonly Contact[]): Promise<number>;
  /**
   * Checks the proof for registering, a new password or a payout address: the sent code, or when registering the
   * captcha if the exchange requires that instead. The grant consumes the code. Refuses with 4000 and
   * `field`, and with 4010.
   * @param visitor who tries the code: whoever asked for it has tries of their own
   */
  admit(
    contact: Contact,
    purpose: CodePurpose,
    proof: { readonly code: string; readonly captchaId?: string | undefined },
    visitor?: Pick<Visitor, 'address'>,
  ): Promise<Result<Grant>>;
}

export interface VerificationDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly key: Key;
  readonly outbox: Pick<Outbox, 'send'>;
  /** Requires a captcha before sending any code, and accepts it instead of a code when registering. */
  readonly asksCaptcha: boolean;
  readonly limits: CodeLimits;
  readonly security?: SecurityRecorder;
}

const wrong = err(refusal(CODE.wrongCredentials));

export function createVerification(deps: VerificationDeps): Verification {
  const { asksCaptcha } = deps;
  const codes = createCodes(deps);
  const captchas = createCaptchas(deps);

  async function solved({ id, answer }: Solution): Promise<Result<null, Refusal>> {
    if (id === undefined) return badField('key');
    if (answer === undefined) return badField('sms_code');
    return (await captchas.solve(id, answer)) ? ok(null) : wrong;
  }

  return {
    asksCaptcha,
    captcha: (token) => captchas.make(token),
    async send(request) {
      const { contact, address, solution } = request;
      // Times to wait come first: a captcha that was solved in vain annoys.
      const held = await codes.held(contact, { address, solved: asksCaptcha });
      const needsCaptcha = asksCaptcha || (held !== undefined && 'needs' in held);
      if (held !== undefined && 'waitS' in held) return refuse(deps, request, held);
      if (!needsCaptcha) return sendCode(deps, codes, request, { address, solved: false });
      const person = await solved(solution);
      return person.ok ? sendCode(deps, codes, request, { address, solved: true }) : person;
    },
    async sendToOwner(contact, purpose, language, values) {
      const made = await codes.make(contact, purpose);
      if ('held' in made) return refuse(deps, { contact, address: '' }, made.held);
      const text = codeLetter(language, purpose, made.code, CODE_MINUTES, values);
      deps.outbox.send({ channel: channelOf(contact), to: contact.value, ...text });
      return ok(null);
    },
    forgetSends: codes.forgetSends,
    async admit(contact, purpose, { code, captchaId }, visitor) {
      if (asksCaptcha && purpose === 'register') {
        const person = await solved({ id: captchaId, answer: code });
        return person.ok ? ok(async () => true) : person;
      }
      const tried = { contact, purpose, code, address: visitor?.address ?? '' };
      if (!(await codes.check(tried))) return wrong;
      return ok((transaction) => codes.use(transaction, tried));
    },
  };
}

/**
 * A code is created, counted and written for every contact, so that neither this reply nor later refusals
 * reveal an account. Only the letter that leaves the server differs.
 */
async function sendCode(
  deps: VerificationDeps,
  codes: Codes,
  request: CodeRequest,
  sender: Sender,
): Promise<Result<null>> {
  const { store, outbox } = deps;
  const { contact, purpose, language } = request;
  const hasAccount = await ownsAccount(store, contact);
  const made = await codes.make(contact, purpose, sender);
  if ('held' in made) return refuse(deps, request, made.held);
  const text = codeLetter(language, purpose, made.code, CODE_MINUTES);
  const to = { channel: channelOf(contact), to: contact.value };
  if (purpose === 'register') outbox.send({ ...to, ...(hasAccount ? takenLetter(language) : text) });
  else if (hasAccount) outbox.send({ ...to, ...text });
  return ok(null);
}

function refuse(
  { security }: VerificationDeps,
  { contact, address }: Pick<CodeRequest, 'contact' | 'address'>,
  held: Held,
): Result<never> {
  if ('needs' in held) return badField('key');
  const visitor = { address, device: '' };
  const detail = held.inTotal ? `${channelOf(contact)} codes of the exchange` : 'codes';
  security?.record({ kind: 'limit_reached', visitor, detail });
  return tooSoon(held.waitS);
}

/** A phone given beside an e-mail without proof is not a way into the account. */
async function ownsAccount(store: Store, { kind, value }: Contact): Promise<boolean> {
  const account = await accountRepository(store.read).byContact(kind, value);
  return account !== undefined && (kind === 'email' || account.phoneProven);
}
