import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import { neighbourhoodOf } from '../network.ts';
import type { Db } from '../store/schema.ts';
import type { Key } from '../verification/key.ts';
import type { Visitor } from '../visitor.ts';
import { placeRepository } from './place-repository.ts';

/** Longer than a session can last: an owner who logs in again when a session ends is still known. */
const KEPT_MS = 180 * 86_400_000;
const MOST = 20;
/** After this time the owner has read the letter about a thief's login. */
const TRUSTED_AFTER_MS = 7 * 86_400_000;

/**
 * The places that an account is used from. A place is a network (an IPv4 /24 or an IPv6 /48) together with a browser and
 * system. Only a keyed hash is kept: it recognises a place and names none.
 */
export interface Places {
  /**
   * Notes a registration or login, in its transaction. Also keeps the language of its page as the owner's if there is none
   * yet, or if the place is known for a week: a thief must not choose in which language the owner is warned.
   * @returns whether the place is new to the account
   */
  note(transaction: Db, account: AccountId, visitor: Visitor): Promise<boolean>;
}

export const createPlaces = (clock: Pick<Clock, 'steady'>, key: Key): Places => ({
  async note(transaction, account, { address, device, language }) {
    const places = placeRepository(transaction);
    const now = clock.steady();
    const place = key.hash(['place', account, neighbourhoodOf(address), device].join('\n'));
    const since = timestampMs(now - KEPT_MS);
    const knownSince = await places.knownSince(account, place, since);
    await places.know(account, place, knownSince ?? now, now);
    await places.prune(account, since, MOST);
    const isTrusted = knownSince !== undefined && now - knownSince >= TRUSTED_AFTER_MS;
    if (language !== undefined && (isTrusted || (await places.languageOf(account)) === undefined))
      await places.setLanguage(account, language);
    return knownSince === undefined;
  },
});
