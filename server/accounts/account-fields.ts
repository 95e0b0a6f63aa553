import * as v from 'valibot';
import { areasServed } from '../config/areas.ts';
import type { Config } from '../config/config.ts';
import { type Contact, parseEmail, parsePhone } from './contact.ts';

/** The longest e-mail address there may be; phones are shorter. */
export const MAX_CONTACT_LENGTH = 254;

/** A form sends the fields that nobody filled in as well: empty counts as absent. */
export const blank = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.maxLength(maxLength),
    v.transform((text) => (text === '' ? undefined : text)),
  );

/** A country's id in the area list, or empty. */
export const areaId = () =>
  v.pipe(
    v.string(),
    v.regex(/^(?:[1-9][0-9]{0,5})?$/),
    v.metadata({ type: 'integer', pattern: undefined }),
    v.transform((text) => (text === '' ? undefined : Number(text))),
  );

/** @returns the contact; without one, which parameter is wrong: a phone may lack its country */
export function readContact(
  kind: Contact['kind'],
  typed: string,
  area: number | undefined,
  site: Pick<Config['site'], 'blockedCountries'>,
): { readonly contact: Contact } | { readonly wrong: 'contact' | 'area' } {
  if (kind === 'email') {
    const email = parseEmail(typed);
    return email ? { contact: email } : { wrong: 'contact' };
  }
  const areas = areasServed(site.blockedCountries);
  const phone = parsePhone(typed, areas, area);
  if (phone) return { contact: phone };
  const isPlaced = typed.trim().startsWith('+') || areas.some(({ id }) => id === area);
  return { wrong: isPlaced ? 'contact' : 'area' };
}
