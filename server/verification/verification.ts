import type { Language } from '../../shared/contract/language.ts';
import type { Result } from '../../shared/result.ts';
import type { Grant } from '../accounts/accounts.ts';
import type { Contact } from '../accounts/contact.ts';
import type { CodePurpose } from './verification-tables.ts';

/** A captcha's id and what was typed for it. */
export interface Solution {
  readonly id: string | undefined;
  readonly answer: string | undefined;
}

export interface CodeRequest {
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
