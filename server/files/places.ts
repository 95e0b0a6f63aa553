import type { AccountId } from '../../shared/domain/account.ts';
import type { Uploader } from './files.ts';

/** Each upload under way may hold 10 MB of memory. */
const HOUSE = 32;
/** Demo accounts cost nothing: they never take the places that real ones need. */
const DEMOS = 16;
const EACH = 2;

/** Bounds the uploads under way. @returns takes a place: lets go of it, or undefined when there is none */
export function createPlaces(): (uploader: Uploader) => (() => void) | undefined {
  const held = new Map<AccountId, number>();
  let all = 0;
  let demos = 0;
  return ({ accountId, isDemo }) => {
    const own = held.get(accountId) ?? 0;
    if (own >= EACH || all >= HOUSE || (isDemo && demos >= DEMOS)) return undefined;
    held.set(accountId, own + 1);
    all++;
    if (isDemo) demos++;
    return () => {
      const left = (held.get(accountId) ?? 0) - 1;
      if (left > 0) held.set(accountId, left);
      else held.delete(accountId);
      all--;
      if (isDemo) demos--;
    };
  };
}
