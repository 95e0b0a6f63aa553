import { DEFAULT_LANGUAGE } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import { placeRepository } from '../accounts/place-repository.ts';
import { provenContactOf } from '../accounts/user.ts';
import type { Clock } from '../clock.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SecurityEvent } from '../security/security.ts';
import type { SecurityKind } from '../security/security-kinds.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { type TextKey, translate } from '../texts/texts.ts';
import type { Visitor } from '../visitor.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How many letters of a kind an owner is sent, and within which time. */
interface Bound {
  readonly most: number;
  readonly withinMs: number;
}

/** What an owner does, or a thief who got that far: more than one matters. */
const EACH: readonly Bound[] = [
  { most: 5, withinMs: HOUR_MS },
  { most: 20, withinMs: DAY_MS },
];
/** What somebody can cause who knows the password. */
const FEW: readonly Bound[] = [
  { most: 1, withinMs: HOUR_MS },
  { most: 5, withinMs: DAY_MS },
];
/** What anybody can cause. */
const ONE: readonly Bound[] = [{ most: 1, withinMs: DAY_MS }];

/** Each letter: the key of its subject, and how many of its kind an owner is sent. Its text is `letters.<kind>`. */
const LETTERS = {
  password_changed: ['letters.subject_password', EACH],
  password_reset: ['letters.subject_password', EACH],
  login_new_place: ['letters.subject_login', EACH],
  login_locked: ['letters.subject_attempts', ONE],
  factor_wrong: ['letters.subject_attempts', FEW],
  factor_locked: ['letters.subject_attempts', FEW],
  totp_added: ['letters.subject_factor', EACH],
  totp_removed: ['letters.subject_factor', EACH],
  passkey_added: ['letters.subject_factor', EACH],
  passkey_removed: ['letters.subject_factor', EACH],
  recovery_renewed: ['letters.subject_factor', EACH],
  recovery_used: ['letters.subject_recovery', EACH],
  /** By an operator. */
  all_removed: ['letters.subject_factor', EACH],
  payout_added: ['letters.subject_payout', EACH],
  withdrawal_requested: ['letters.subject_withdrawal', EACH],
} as const satisfies Readonly<Record<string, readonly [subject: TextKey, bounds: readonly Bound[]]>>;

type LetterKind = keyof typeof LETTERS;

/** Which letter reports a security event; where its detail decides, by that. */
const LETTER_OF: Readonly<Record<SecurityKind, LetterKind | 'none' | Readonly<Record<string, LetterKind>>>> =
  {
    account_opened: 'none',
    login: { 'new place': 'login_new_place' },
    login_wrong: 'none',
    login_locked: 'login_locked',
    login_blocked: 'none',
    logout: 'none',
    session_ended: 'none',
    password_changed: { '': 'password_changed', forgotten: 'password_reset' },
    proof_wrong: 'none',
    factor_added: { totp: 'totp_added', passkey: 'passkey_added', 'recovery codes': 'recovery_renewed' },
    factor_removed: { totp: 'totp_removed', passkey: 'passkey_removed', all: 'all_removed' },
    /** The first code of a new app says nothing: whoever enters it is setting it up. */
    factor_wrong: {
      totp: 'factor_wrong',
      passkey: 'factor_wrong',
      recovery: 'factor_wrong',
      locked: 'factor_wrong',
      'too many': 'factor_wrong',
    },
    factor_locked: 'factor_locked',
    recovery_code_used: 'recovery_used',
    payout_added: 'payout_added',
    payout_confirmed: 'none',
    payout_removed: 'none',
    withdrawal_requested: 'withdrawal_requested',
    limit_reached: 'none',
    operator_step: 'none',
  };

/**
 * Letters that report to the owner of an account what happened to it: this room owns which security event has which letter, and
 * how many an owner is sent. The log of security events calls it. A letter goes to the e-mail, else to a proven phone, in the
 * owner's language, which is not that of whoever acted; it has no link, no secret, and no text that somebody typed.
 */
export interface OwnerLetters {
  /** Sends the letter of an event of an account, if it has one. Returns at once; later failures are reported. */
  notify(event: SecurityEvent): void;
  /** Resolves when those that have begun are in the outbox. */
  settled(): Promise<void>;
}

interface OwnerLettersDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'send'>;
  readonly report: (error: unknown) => void;
}

const SENDER = 'Pipstream';
const KNOWN_DEVICE = /^[A-Za-z0-9 ]+(?: · [A-Za-z0-9 ]+)?$/;

export function createOwnerLetters({ store, clock, outbox, report }: OwnerLettersDeps): OwnerLetters {
  const underWay = new Set<Promise<void>>();

  /** Whether another letter of the kind may go out: counts it then. */
  async function take(account: AccountId, kind: LetterKind, bounds: readonly Bound[]): Promise<boolean> {
    const isWithin = (db: Store['read']) =>
      letterRepository(db).isWithin(account, kind, bounds, clock.steady());
    // Asked before it is counted: a flood of attempts must not become a flood of writes.
    if (!(await isWithin(store.read))) return false;
    return store.write(async (transaction) => {
      await takeTurn(transaction, `letters ${account}`);
      if (!(await isWithin(transaction))) return false;
      await letterRepository(transaction).insert(account, kind, clock.steady());
      return true;
    });
  }

  async function send(account: AccountId, kind: LetterKind, visitor: Visitor | undefined): Promise<void> {
    const at = new Date(clock.wall()).toISOString();
    const [subject, bounds] = LETTERS[kind];
    const record = await accountRepository(store.read).byId(account);
    const contact = record && provenContactOf(record);
    if (contact === undefined || !(await take(account, kind, bounds))) return;
    const known = await placeRepository(store.read).languageOf(account);
    const language = known ?? visitor?.language ?? DEFAULT_LANGUAGE;
    const parts = [translate(language, `letters.${kind}`)];
    if (visitor !== undefined && visitor.address !== '')
      parts.push(translate(language, 'letters.when', { time: timeText(at), device: deviceText(visitor) }));
    parts.push(translate(language, 'letters.care'));
    outbox.send({
      channel: contact.kind === 'email' ? 'email' : 'sms',
      to: contact.value,
      subject: `${SENDER}: ${translate(language, subject)}`,
      text: `${SENDER}: ${parts.join(' ')}`,
    });
  }

  return {
    notify({ account, kind, detail = '', visitor }) {
      const found = LETTER_OF[kind];
      const letter = typeof found === 'string' ? found : (found[detail] ?? 'none');
      if (account === undefined || letter === 'none') return;
      // Not before the answer has left: how long that takes must not reveal whether there is such an account.
      clock.after(0, () => {
        const sent = send(account, letter, visitor)
          .catch(report)
          .finally(() => underWay.delete(sent));
        underWay.add(sent);
      });
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

/** `2026-11-29 01:10` */
const timeText = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** A program names itself: its name may be one that mail programs make a link of. */
const deviceText = ({ device }: Visitor): string => (KNOWN_DEVICE.test(device) ? device : '--');

const KEPT_MS = 86_400_000;

function letterRepository(db: Db) {
  return {
    async isWithin(account: AccountId, kind: string, bounds: readonly Bound[], now: TimestampMs) {
      const rows = await db
        .selectFrom('owner_letters')
        .select('sent_at')
        .where('account_id', '=', account)
        .where('kind', '=', kind)
        .execute();
      return bounds.every(
        ({ most, withinMs }) => rows.filter(({ sent_at }) => sent_at > now - withinMs).length < most,
      );
    },
    /** Older ones of the account go. */
    async insert(account: AccountId, kind: string, now: TimestampMs): Promise<void> {
      await db
        .deleteFrom('owner_letters')
        .where('account_id', '=', account)
        .where('sent_at', '<=', timestampMs(now - KEPT_MS))
        .execute();
      await db.insertInto('owner_letters').values({ account_id: account, kind, sent_at: now }).execute();
    },
  };
}
