import { sql } from 'kysely';
import * as v from 'valibot';
import type { Bus } from '../bus/bus.ts';
import { readJson, sendJson } from '../bus/json-messages.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { type CallCount, createCallCount, type Rate, type RateLimits } from '../rate-limit.ts';
import { hashSecret, makeSecret } from '../secret.ts';
import type { Db } from '../store/schema.ts';

export interface SharedRateLimitsDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Names this process among the others. */
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

export interface SharedRateLimits {
  readonly limits: RateLimits;
  stop(): void;
}

/** How late others learn of frequent calls. */
const SEND_MS = 100;
/** Share of an allowance from which other gateways get the count of an address; one or two phones stay below it. */
const SENT_FROM = 1 / 16;
const PURGE_MS = 60_000;

/**
 * Limits of all gateways together. Rare calls are counted in the database, one by one. Frequent ones are counted in each
 * gateway, without waiting, and it publishes to the others on the bus how many it took from whom.
 */
export function createSharedRateLimits({
  db,
  bus,
  clock,
  random,
  report,
}: SharedRateLimitsDeps): SharedRateLimits {
  const me = makeSecret(random, 8);
  const stops: (() => void)[] = [];
  const rows = countInRows(db, clock, report);
  return {
    limits: {
      exact: (name, rate) => (key) => rows.take(hashSecret(`${name} ${key}`), rate),
      quick(name, rate) {
        const count = createCallCount(clock, rate);
        const unsent = new Map<string, number>();
        const subject = `rate.${name}`;
        stops.push(
          bus.subscribe(subject, (message) => {
            const received = readJson(callsSchema, message, report);
            if (received === undefined || received.from === me) return;
            for (const [key, calls] of received.calls) count.add(key, calls);
          }),
          clock.every(SEND_MS, () => {
            const calls = takeHeavy(unsent, count, rate.burst * SENT_FROM);
            if (calls.length > 0) sendJson(bus, subject, { from: me, calls });
          }),
        );
        return (key) => {
          const waitS = count.take(key);
          if (waitS === 0) unsent.set(key, (unsent.get(key) ?? 0) + 1);
          return waitS;
        };
      },
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Keys are addresses; no message is longer than what a gateway can take within `SEND_MS`. */
const callsSchema = v.object({
  from: v.string(),
  calls: v.array(v.tuple([v.string(), v.pipe(v.number(), v.integer(), v.minValue(1))])),
});

/** Takes out the calls of those who use much, and forgets those whose allowance is full again. */
function takeHeavy(
  unsent: Map<string, number>,
  count: CallCount,
  from: number,
): readonly (readonly [string, number])[] {
  const heavy: (readonly [string, number])[] = [];
  for (const [key, calls] of unsent) {
    const used = count.used(key);
    if (used >= from) heavy.push([key, calls]);
    if (used >= from || used === 0) unsent.delete(key);
  }
  return heavy;
}

/** The same rule as `createCallCount`, on rows that every process changes. */
function countInRows(db: Db, clock: Clock, report: (error: unknown) => void) {
  let purgedAt = clock.steady();
  const purge = (now: number) => {
    if (now - purgedAt < PURGE_MS) return;
    purgedAt = clock.steady();
    db.deleteFrom('rate_limits').where('full_at', '<', now).execute().catch(report);
  };
  return {
    async take(key: string, { perSecond, burst }: Rate): Promise<number> {
      const now = clock.steady();
      purge(now);
      const gapMs = Math.ceil(1_000 / perSecond);
      const latest = now + (burst - 1) * gapMs;
      const taken = await db
        .insertInto('rate_limits')
        .values({ key, full_at: now + gapMs })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ full_at: sql<number>`greatest(rate_limits.full_at, ${now}) + ${gapMs}` })
            .where('rate_limits.full_at', '<=', latest),
        )
        .returning('full_at')
        .executeTakeFirst();
      if (taken !== undefined) return 0;
      const row = await db
        .selectFrom('rate_limits')
        .select('full_at')
        .where('key', '=', key)
        .executeTakeFirst();
      // Another process may have read its clock later: the wait is never longer than until one call comes back.
      const waitMs = Math.min(gapMs, (row?.full_at ?? latest) - latest);
      return Math.max(1, Math.ceil(waitMs / 1_000));
    },
  };
}
