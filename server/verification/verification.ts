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
import type { Store } from '../store/store.ts';
import { createCaptchas } from './captchas.ts';
import { CODE_MINUTES, type Codes, createCodes } from './codes.ts';
import type { Key } from './key.ts';
import { codeLetter, takenLetter } from './letters.ts';
import type { CodePurpose } from './verification-tables.ts';

/** A captcha's id and what was typed for it. */
interface Solution {
  readonly id: string | undefined;
  readonly answer: string | undefined;
}

interface CodeRequest {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  readonly solution: Solution;
  readonly language: Language;
  /** The network address that asks. */
  readonly address: string;
}

/** What shows that somebody is a person, or owns an e-mail address or a phone. */
export interface Verification {
  /**
   * A new picture to type off, in place of the one before for the same token.
   * `picture`: a data URL.
   */
  captcha(token: string): Promise<{ readonly id: string; readonly picture: string }>;
  /**
   * Sends a code, and answers alike whether the contact has an account or not. Refuses with 4000 and `field` where a
   * captcha is asked for and not given, 4010 when it is not solved, 4029 and `retry_after_s` when it is too soon.
   */
  send(request: CodeRequest): Promise<Result<null>>;
  /**
   * What lets somebody register or set a new password: the code that was sent, or for registering the captcha where the
   * exchange asks for that instead. The grant uses the code up. Refuses with 4000 and `field`, and with 4010.
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
  /** Asks for a captcha before a code is sent, and takes it instead of one for registering. */
  readonly asksCaptcha: boolean;
  /** Takes one send of a network address; the seconds to wait when it has none left, else 0. */
  readonly takeSend: (address: string) => number;
}

/** Codes for one network address: a crowd behind it gets its own, and nobody writes to the whole world. */
export const SENDS_PER_ADDRESS = { perSecond: 0.1, burst: 300 } as const;

const wrong = err(refusal(CODE.wrongCredentials));
const missing = (field: string) => err(refusal(CODE.badParameter, '', { field }));
const tooSoon = (waitS: number) => err(refusal(CODE.tooMany, '', { retry_after_s: waitS }));

export function createVerification(deps: VerificationDeps): Verification {
  const { asksCaptcha, takeSend } = deps;
  const codes = createCodes(deps);
  const captchas = createCaptchas(deps);

  async function solved({ id, answer }: Solution): Promise<Result<null, Refusal>> {
    if (id === undefined) return missing('key');
    if (answer === undefined) return missing('sms_code');
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
 * A code is made, counted and worded for everybody, so that an answer tells nothing, neither now nor by how it is
 * refused later; what differs is only what leaves the house.
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

/** A phone that somebody only named beside an e-mail is not theirs yet: it opens no way into their account. */
async function ownsAccount(store: Store, { kind, value }: Contact): Promise<boolean> {
  const account = await accountRepository(store.read).byContact(kind, value);
  return account !== undefined && (kind === 'email' || account.phoneProven);
}
