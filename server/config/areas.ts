import type { Area } from '../../shared/contract/site.ts';
import { DIALLING_CODES } from './dialling-codes.ts';

/** The countries that are served, with their dialling codes. Ids stay the same whoever is blocked. */
export const areasServed = (blocked: readonly string[]): readonly Area[] =>
  [...DIALLING_CODES]
    .map(([code, dialling], at) => ({ id: at + 1, code, global_code: dialling }))
    .filter(({ code }) => !blocked.includes(code));
