import { DEFAULT_LANGUAGE } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import { provenContactOf } from '../accounts/user.ts';
import type { Visitor } from '../accounts/visitor.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Store } from '../store/store.ts';
import { translate } from '../texts/texts.ts';

/** Who changes an account's factors. */
export interface FactorOwner {
  readonly account: AccountId;
  /** The account as an authenticator shows it. */
  readonly label: string;
  readonly visitor: Visitor;
}

const SUBJECTS = {
  totp_added: 'factors.subject',
  totp_removed: 'factors.subject',
  passkey_added: 'factors.subject',
  passkey_removed: 'factors.subject',
  recovery_renewed: 'factors.subject',
  recovery_used: 'factors.recovery_subject',
  /** By an operator. */
  all_removed: 'factors.subject',
} as const;

interface LetterOwner {
  readonly account: AccountId;
  /** Default: the exchange's language. */
  readonly visitor: Pick<Visitor, 'language'>;
}

export interface FactorLetters {
  /** Tells an account's owner what happened. Returns at once; later failures are reported. */
  send(owner: LetterOwner, event: keyof typeof SUBJECTS): void;
}

interface FactorLettersDeps {
  readonly store: Store;
  readonly outbox: Pick<Outbox, 'send'>;
  readonly report: (error: unknown) => void;
}

const SENDER = 'Pipstream';

export function createFactorLetters({ store, outbox, report }: FactorLettersDeps): FactorLetters {
  async function sendTo({ account, visitor }: LetterOwner, event: keyof typeof SUBJECTS): Promise<void> {
    const record = await accountRepository(store.read).byId(account);
    const contact = record && provenContactOf(record);
    if (contact === undefined) return;
    const { language = DEFAULT_LANGUAGE } = visitor;
    outbox.send({
      channel: contact.kind === 'email' ? 'email' : 'sms',
      to: contact.value,
      subject: `${SENDER}: ${translate(language, SUBJECTS[event])}`,
      text: `${SENDER}: ${translate(language, `factors.${event}`)} ${translate(language, 'factors.care')}`,
    });
  }
  return { send: (owner, event) => void sendTo(owner, event).catch(report) };
}
