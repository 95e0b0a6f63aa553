import { ok, type Result } from '../../shared/result.ts';
import { badField } from '../refusals.ts';

const MAX_NAME = 120;
const MIN_CARD = 4;
const MAX_CARD = 40;
const MAX_REMARK = 500;

/** Control characters, unassigned code points, and marks that change the reading direction. */
const UNWRITTEN = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
/** Passport and card numbers, as in `A123456(7)` or `12.345.678-9`. */
const CARD = /^(?=.*[0-9])[\p{L}\p{N}][\p{L}\p{N} ./()<-]*$/u;

/** A person's name in any script, normalised. */
export function readName(text: string): Result<string> {
  const name = text.trim().replace(/ {2,}/g, ' ').normalize('NFC');
  const isName = /\p{L}/u.test(name) && !UNWRITTEN.test(name) && [...name].length <= MAX_NAME;
  return isName ? ok(name) : badField('name');
}

/** A passport or card number; full-width characters become plain ones. */
export function readCardId(text: string): Result<string> {
  const card = text.normalize('NFKC').trim();
  const isCard = card.length >= MIN_CARD && card.length <= MAX_CARD && CARD.test(card);
  return isCard ? ok(card) : badField('card_id');
}

/** The remark that a user reads about a rejection. */
export function readRemark(text: string): Result<string> {
  const remark = text.trim().normalize('NFC');
  const isRemark = remark !== '' && remark.length <= MAX_REMARK && !UNWRITTEN.test(remark);
  return isRemark ? ok(remark) : badField('remark');
}
