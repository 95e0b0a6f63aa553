import { domainToASCII } from 'node:url';
import type { WireArea } from '../shared/contract/site.ts';
import { codeOf } from '../shared/domain/digits.ts';

/** An e-mail address or phone number in its normalised form, which is stored and compared. */
export type Contact = EmailContact | PhoneContact;

export interface EmailContact {
  readonly kind: 'email';
  /** Lower case. */
  readonly value: string;
}

export interface PhoneContact {
  readonly kind: 'phone';
  /** A plus, the dialling code and the national number. */
  readonly value: string;
  /** The dialling code. */
  readonly areaCode: string;
}

const EMAIL_MAX_LENGTH = 254;
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/** @returns undefined for a malformed address; only a sent e-mail shows whether it is reachable */
export function parseEmail(text: string): EmailContact | undefined {
  const value = text.trim().toLowerCase();
  const at = value.lastIndexOf('@');
  const [local, typed] = [value.slice(0, Math.max(0, at)), value.slice(at + 1)];
  const domain = /[%/\\?#:[\]]/.test(typed) ? '' : domainToASCII(typed);
  if (!LOCAL_PART.test(local) || !DOMAIN.test(domain)) return undefined;
  const email = `${local}@${domain}`;
  return email.length > EMAIL_MAX_LENGTH ? undefined : { kind: 'email', value: email };
}

/** ITU-T E.164: at most 15 digits with the dialling code. */
const MAX_DIGITS = 15;
const NATIONAL = /^[0-9]{4,14}$/;
/** Numbers that keep their leading zero: Ivory Coast, Congo, landlines of Italy and San Marino. */
const ZERO_KEPT: readonly string[] = ['225', '242', '39', '378'];
/** North America and Russia use a trunk prefix other than zero before ten digits. */
const TRUNK_BEFORE_TEN: Readonly<Record<string, string>> = { 1: '1', 7: '8' };

/**
 * A phone as typed: with a plus and any offered dialling code, or as the national number of an area.
 * @returns undefined for anything else
 */
export function parsePhone(
  text: string,
  areas: readonly WireArea[],
  areaId: number | undefined,
): PhoneContact | undefined {
  const typed = codeOf(text).replace(/[\s()./\u2010-\u2015-]/g, '');
  const areaCode = typed.startsWith('+')
    ? longestDialling(typed.slice(1), areas)
    : areas.find(({ id }) => id === areaId)?.global_code;
  if (areaCode === undefined) return undefined;
  const national = withoutTrunk(typed.startsWith('+') ? typed.slice(1 + areaCode.length) : typed, areaCode);
  if (!NATIONAL.test(national) || areaCode.length + national.length > MAX_DIGITS) return undefined;
  return { kind: 'phone', value: `+${areaCode}${national}`, areaCode };
}

function longestDialling(digits: string, areas: readonly WireArea[]): string | undefined {
  const fitting = areas.map((area) => area.global_code).filter((code) => digits.startsWith(code));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/** Removes the trunk prefix, which is dialled only inside the country. */
function withoutTrunk(national: string, areaCode: string): string {
  const beforeTen = TRUNK_BEFORE_TEN[areaCode];
  if (beforeTen !== undefined)
    return national.length === 11 && national.startsWith(beforeTen) ? national.slice(1) : national;
  return national.startsWith('0') && !ZERO_KEPT.includes(areaCode) ? national.slice(1) : national;
}

/** The number as dialled inside its country. */
export const nationalNumber = (phone: string, areaCode: string): string => phone.slice(1 + areaCode.length);
