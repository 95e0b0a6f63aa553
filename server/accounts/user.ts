import type { User } from '../../shared/contract/people.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { AccountRecord } from './account-repository.ts';
import { type Contact, nationalNumber } from './contact.ts';

/** Uids start here, so that all have eight digits. */
const UID_BASE = 10_000_000;

export const uidOf = (id: AccountId): number => UID_BASE + id;

/** The account of a uid that an operator typed; undefined when the text is not a uid. */
export const accountOfText = (text: string | undefined): AccountId | undefined =>
  /^[1-9][0-9]{7,14}$/.test(text ?? '') && Number(text) > UID_BASE
    ? ((Number(text) - UID_BASE) as AccountId)
    : undefined;

type Facts = Pick<AccountRecord, 'id' | 'book' | 'email' | 'phone' | 'areaCode' | 'inviteCode'>;

/** A user as the owner sees it: the phone is the number inside its country, its dialling code stands beside it. */
export const toUser = ({ id, book, email, phone, areaCode, inviteCode }: Facts): User => ({
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

/** The key by which failed logins of an account are counted. */
export const nameOf = ({ kind, value }: Pick<Contact, 'kind' | 'value'>): string => `${kind} ${value}`;
