import type { Instrument } from '../../shared/domain/instrument.ts';
import { type TimestampMs, timestampMs, toSeconds } from '../../shared/domain/time.ts';
import type { DealingSettings } from '../exchange/command.ts';
import { loadAccount } from '../exchange/load.ts';
import { createOrderIds } from '../exchange/numbering.ts';
import type { Market } from '../feed/market.ts';
import type { Store } from '../store/store.ts';
import type { LeaderRecord } from './leader-repository.ts';
import { liveThrough } from './past.ts';
import type { Tape } from './replay.ts';
import { storePast } from './taking-on.ts';
import type { Temperament } from './temperament.ts';

export interface PastMaker {
  readonly store: Store;
  readonly market: Market;
  readonly settings: DealingSettings;
  /** Lets others have their turn. @returns false when it has to stop */
  readonly breathe: () => Promise<boolean>;
}

/** As far back as a simulated market has minutes at its first start. */
export const PAST_MS = 14 * 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Leads a trader who is new through the stored candles up to now, and stores what it did.
 * @returns until when; undefined when it had to stop on the way, and nothing was stored
 */
export async function makePast(
  { store, market, settings, breathe }: PastMaker,
  leader: Temperament,
  record: LeaderRecord,
): Promise<TimestampMs | undefined> {
  const before = await loadAccount(store, record.account);
  if (before === undefined) throw new Error(`${record.name} has no account`);
  const from = record.beganAt;
  const to = timestampMs(Math.floor(market.now() / MINUTE_MS) * MINUTE_MS);
  const minutes = Math.ceil((to - from) / MINUTE_MS);
  const tapes: Tape[] = [];
  for (const instrument of neededBy(leader, market)) {
    const rows = await market.kline(instrument.id, '1min', toSeconds(to), minutes);
    tapes.push({ instrument, rows: rows.filter(([time]) => time * 1000 >= from) });
    if (!(await breathe())) return undefined;
  }
  const nextId = createOrderIds(store);
  const past = await liveThrough({ leader, state: before, tapes, from, to, settings, nextId, breathe });
  if (past === undefined) return undefined;
  await storePast(store, record, { before, ...past }, to);
  return to;
}

/** What it trades, and what converts the profits of that. */
function neededBy({ codes }: Temperament, market: Market): readonly Instrument[] {
  const traded = codes.flatMap((code) => market.instrumentByCode(code) ?? []);
  const converting = traded.flatMap(({ settle }) =>
    settle.status === 'none' ? [] : (market.instrumentByCode(settle.code) ?? []),
  );
  return [...new Map([...traded, ...converting].map((one) => [one.id, one])).values()];
}
