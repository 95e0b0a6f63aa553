import { timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import type { DealingSettings } from '../exchange/command.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../feed/market.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store/store.ts';
import { CAST } from './cast.ts';
import { deedsOf, stepAt } from './deeds.ts';
import type { LeaderRecord } from './leader-repository.ts';
import type { Leaders } from './leaders.ts';
import { createListing } from './listing.ts';
import { makePast, PAST_MS } from './making-past.ts';
import { takeOn } from './taking-on.ts';
import type { Temperament } from './temperament.ts';

export interface LeadersParts {
  readonly store: Store;
  readonly exchange: Exchange;
  readonly market: Market;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: DealingSettings;
  /** How many there are, the first of the cast. */
  readonly count: number;
  /** Whether the market has candles of the time before it was first started. */
  readonly hasPast: boolean;
  readonly report: (error: unknown) => void;
}

/** How often it is looked whether a step has begun. */
const BEAT_MS = 5_000;

/** One who trades; `step` is the last that is done with. */
interface Seat {
  readonly leader: Temperament;
  readonly record: LeaderRecord;
  step: number;
  busy: boolean;
}

export function createLeaders(parts: LeadersParts): Leaders {
  const { store, market, clock, settings } = parts;
  const cast = CAST.slice(0, parts.count);
  const seats: Seat[] = [];
  const underWay = new Set<Promise<void>>();
  const stopping = Promise.withResolvers<void>();
  let stopped = false;
  let stopTimer = () => {};

  const track = (work: Promise<void>): Promise<void> => {
    const ended = work.catch(parts.report).finally(() => underWay.delete(ended));
    underWay.add(ended);
    return ended;
  };

  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  const beat = () => {
    for (const seat of seats) {
      const step = stepAt(seat.leader, market.now());
      if (step === seat.step || seat.busy) continue;
      Object.assign(seat, { step, busy: true });
      void track(act(parts, seat)).then(() => {
        seat.busy = false;
      });
    }
  };

  const sit = (leader: Temperament, record: LeaderRecord) => {
    seats.push({ leader, record, step: stepAt(leader, record.pastUntil ?? record.beganAt), busy: false });
    seats.sort((a, b) => cast.indexOf(a.leader) - cast.indexOf(b.leader));
  };

  const breathe = async () => {
    await Promise.race([new Promise<void>((resolve) => clock.after(0, resolve)), stopping.promise]);
    return !stopped;
  };

  /** Who has traded before goes on at once; who is new comes after its past, one after the other. */
  const begin = async () => {
    const known = new Map((await store.read.leaders.leaders()).map((record) => [record.name, record]));
    const waiting: (readonly [Temperament, LeaderRecord])[] = [];
    for (const leader of cast) {
      const record = known.get(leader.name) ?? (await takeOn(store, parts.random, leader, beginning(parts)));
      if (record.pastUntil === undefined) waiting.push([leader, record]);
      else sit(leader, record);
    }
    for (const [leader, record] of waiting) {
      const pastUntil = await makePast({ store, market, settings, breathe }, leader, record);
      if (pastUntil === undefined) return;
      sit(leader, { ...record, pastUntil });
    }
  };

  return {
    list: createListing({
      store,
      clock,
      now: () => market.now(),
      leaders: () => seats.map(({ record }) => record),
    }),
    start() {
      if (cast.length === 0) return;
      void track(begin());
      stopTimer = clock.every(BEAT_MS, beat);
    },
    idle,
    async stop() {
      stopped = true;
      stopping.resolve();
      stopTimer();
      await idle();
    },
  };
}

/** What a trader does at the step that it is at. A refusal is an answer like any trader's, and changes nothing. */
async function act(
  { exchange, market, settings }: LeadersParts,
  { leader, record, step }: Seat,
): Promise<void> {
  const { balance } = await exchange.figures(record.account);
  const orders = await exchange.working(record.account);
  const seen = { now: market.now(), market, balance, orders, feeType: settings.feeType };
  for (const deed of deedsOf(leader, step, seen)) {
    if (deed.type === 'submit') await exchange.submit(record.account, deed.order);
    else await exchange.close(record.account, deed.id, deed.cid, undefined);
  }
}

function beginning({ market, hasPast }: LeadersParts): Pick<LeaderRecord, 'beganAt' | 'pastUntil'> {
  const now = market.now();
  return hasPast
    ? { beganAt: timestampMs(now - PAST_MS), pastUntil: undefined }
    : { beganAt: now, pastUntil: now };
}
