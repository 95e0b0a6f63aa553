import type { WireUser } from '../../shared/contract/session.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type Contact, nationalNumber } from '../contact.ts';
import type { AccountRecord } from './account-repository.ts';

/** First uid, so that every uid has eight digits. */
const UID_BASE = 10_000_000;

export const uidOf = (id: AccountId): number => UID_BASE + id;

export const accountOf = (uid: number): AccountId => (uid - UID_BASE) as AccountId;

/** Parses a uid typed by an operator; undefined if the text is not a uid. */
export const accountOfText = (text: string | undefined): AccountId | undefined =>
  /^[1-9][0-9]{7,14}$/.test(text ?? '') && Number(text) > UID_BASE ? accountOf(Number(text)) : undefined;

type Facts = Pick<AccountRecord, 'id' | 'book' | 'email' | 'phone' | 'areaCode' | 'inviteCode'>;

/** A user as shown to its owner: `phone` is the national number, its dialling code is a separate field. */
export const toUser = ({ id, book, email, phone, areaCode, inviteCode }: Facts): WireUser => ({
  uid: uidOf(id),
  email: email ?? '',
  phone: phone === undefined ? '' : nationalNumber(phone, areaCode ?? ''),
  area_code: areaCode ?? '',
  is_demo: book === 'demo' ? 1 : 0,
  invite_code: inviteCode,
});

/** All the contacts of an account. */
export function contactsOf({ email, phone, areaCode = '' }: Facts): readonly Contact[] {
  const contacts: Contact[] = [];
  if (email !== undefined) contacts.push({ kind: 'email', value: email });
  if (phone !== undefined) contacts.push({ kind: 'phone', value: phone, areaCode });
  return contacts;
}

/** Where an account's letters go: its e-mail first, else a phone that is proven to be its owner's. */
export const provenContactOf = (account: Facts & Pick<AccountRecord, 'phoneProven'>): Contact | undefined =>
  contactsOf(account).find(({ kind }) => kind === 'email' || account.phoneProven);

/** The key for counting failed password attempts of an account. */
export const nameOf = ({ kind, value }: Pick<Contact, 'kind' | 'value'>): string => `${kind} ${value}`;
