import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import type { Contact } from '../accounts/contact.ts';
import type { Grant } from '../accounts/sessions.ts';
import { networkOf } from '../accounts/visitor.ts';
import type { Clock } from '../clock.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Random } from '../random.ts';
import { badField, tooSoon } from '../refusals.ts';
import type { Store } from '../store/store.ts';
import { createCaptchas } from './captchas.ts';
import { CODE_MINUTES, type Codes, createCodes } from './codes.ts';
import type { Key } from './key.ts';
import { codeLetter, takenLetter } from './letters.ts';
import type { CodePurpose } from './verification-tables.ts';

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
  /**
   * A new captcha, which replaces the previous one for the same token.
   * `picture`: a data URL.
   */
  captcha(token: string): Promise<{ readonly id: string; readonly picture: string }>;
  /**
   * Sends a code; the reply is the same whether or not the contact has an account. Refuses with 4000 and
   * `field` if a captcha is required and missing, 4010 if it is wrong, 4029 and `retry_after_s` if it is too
   * early.
   */
  send(request: CodeRequest): Promise<Result<null>>;
  /**
   * Checks the proof for registering or setting a new password: the sent code, or when registering the
   * captcha if the exchange requires that instead. The grant consumes the code. Refuses with 4000 and
   * `field`, and with 4010.
   */
  admit(
    contact: Contact,
    purpose: CodePurpose,
    proof: { readonly code: string; readonly captchaId?: string | undefined },
  ): Promise<Result<Grant>>;
}

export interface VerificationDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly key: Key;
  readonly outbox: Pick<Outbox, 'send'>;
  /** Requires a captcha before sending a code, and accepts it instead of a code when registering. */
  readonly asksCaptcha: boolean;
  /** Counts one send from a network address. Returns the seconds to wait if none is left, else 0. */
  readonly takeSend: (address: string) => number;
}

/** Codes per network address: enough for shared addresses, too few for mass mailing. */
export const SENDS_PER_ADDRESS = { perSecond: 0.1, burst: 300 } as const;

const wrong = err(refusal(CODE.wrongCredentials));

export function createVerification(deps: VerificationDeps): Verification {
  const { asksCaptcha, takeSend } = deps;
  const codes = createCodes(deps);
  const captchas = createCaptchas(deps);

  async function solved({ id, answer }: Solution): Promise<Result<null, Refusal>> {
    if (id === undefined) return badField('key');
    if (answer === undefined) return badField('sms_code');
    return (await captchas.solve(id, answer)) ? ok(null) : wrong;
  }

  return {
    captcha: (token) => captchas.make(token),
    async send(request) {
      const waitS = takeSend(networkOf(request.address));
      if (waitS > 0) return tooSoon(waitS);
      const person = asksCaptcha ? await solved(request.solution) : ok(null);
      return person.ok ? sendCode(deps, codes, request) : person;
    },
    async admit(contact, purpose, { code, captchaId }) {
      if (asksCaptcha && purpose === 'register') {
        const person = await solved({ id: captchaId, answer: code });
        return person.ok ? ok(async () => true) : person;
      }
      if (!(await codes.check(contact, purpose, code))) return wrong;
      return ok((transaction) => codes.use(transaction, contact, purpose, code));
    },
  };
}

/**
 * A code is created, counted and written for every contact, so that neither this reply nor later refusals
 * reveal an account. Only the letter that leaves the server differs.
 */
async function sendCode(
  { store, outbox }: VerificationDeps,
  codes: Codes,
  { contact, purpose, language }: CodeRequest,
): Promise<Result<null>> {
  const hasAccount = await ownsAccount(store, contact);
  const made = await codes.make(contact, purpose);
  if ('waitS' in made) return tooSoon(made.waitS);
  const text = codeLetter(language, purpose, made.code, CODE_MINUTES);
  const to = { channel: contact.kind === 'email' ? 'email' : 'sms', to: contact.value } as const;
  if (purpose === 'register') outbox.send({ ...to, ...(hasAccount ? takenLetter(language) : text) });
  else if (hasAccount) outbox.send({ ...to, ...text });
  return ok(null);
}

/** A phone given beside an e-mail without proof is not a way into the account. */
async function ownsAccount(store: Store, { kind, value }: Contact): Promise<boolean> {
  const account = await accountRepository(store.read).byContact(kind, value);
  return account !== undefined && (kind === 'email' || account.phoneProven);
}
