import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Quote } from '../../shared/domain/quote.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { MAX_ALERTS } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market, Tick } from '../feed/market.ts';
import { openTicksSince, type PastTicks } from '../feed/past-ticks.ts';
import { createListeners } from '../listeners.ts';
import { marketRefusal } from '../refusals.ts';
import type { Store } from '../store/store.ts';
import { type AlertTarget, createAlertBook, moveOf, targetOf, type WatchedAlert } from './alert-book.ts';
import { type Alert, type AlertFiring, alertRepository } from './alert-repository.ts';
import { createAlertSaver } from './alert-saver.ts';

/**
 * Price alerts of accounts: keeps them, judges them at every tick of an open market, and stores that one has fired before its
 * owner is notified. The database has the truth; the book in memory has those that are switched on. What becomes of a fired
 * alert (frames, and later messages to a phone) does not belong here.
 */
export interface Alerts {
  /** Latest first. */
  list(account: AccountId): Promise<readonly Alert[]>;
  /** Their events, latest first, of deleted ones as well: the last 100. */
  firings(account: AccountId): Promise<readonly AlertFiring[]>;
  /**
   * The side follows from the price now; that of a move from zero once the day of that price is over. Refuses with 4004 for an
   * unknown instrument, 4101 without a price, 4105 when the price stands at the target, 4009 when the account has as many as
   * it may.
   */
  add(account: AccountId, alert: NewAlertTerms): Promise<Result<void>>;
  /**
   * Switching on is like adding again: the side follows from the price now, and what `add` refuses of it is refused. Refuses
   * with 4004 for another account's.
   */
  set(account: AccountId, id: number, isOn: boolean): Promise<Result<void>>;
  /** Refuses with 4004. */
  remove(account: AccountId, id: number): Promise<Result<void>>;
  /** Called when the list of an account has changed: by its owner, or since an alert fired. Returns unsubscribe. */
  onChange(listener: (account: AccountId) => void): () => void;
  /** Called with the alerts that have fired, after that is stored. Returns unsubscribe. */
  onFired(listener: (fired: readonly Alert[]) => void): () => void;
  /** Loads the alerts and subscribes to the market. Call before the market starts, so that no tick is missed. */
  start(): Promise<void>;
  /** Unsubscribes from the market and stores what has fired. */
  stop(): Promise<void>;
}

interface NewAlertTerms {
  readonly instrumentId: InstrumentId;
  readonly target: AlertTarget;
  readonly repeats: boolean;
}

export interface AlertsDeps {
  readonly store: Pick<Store, 'read' | 'write'>;
  /** Its ticks are those of open markets. */
  readonly market: Market;
  readonly clock: Clock;
  /** Ticks of before `start`, for alerts that another process watched; undefined: nobody else does. */
  readonly past?: PastTicks | undefined;
  /** Receives errors of background work, such as a fired alert that could not be stored yet. */
  readonly report: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
const PAGE = 10_000;

export function createAlerts({ store, market, clock, past, report }: AlertsDeps): Alerts {
  const listeners = createListeners<[AccountId]>(report);
  const firedListeners = createListeners<[readonly Alert[]]>(report);
  const book = createAlertBook();
  const saver = createAlertSaver({
    store,
    clock,
    onFired: (fired) => {
      for (const account of new Set(fired.map(({ accountId }) => accountId))) listeners.call(account);
      if (fired.length > 0) firedListeners.call(fired);
    },
    report,
  });
  let unsubscribe: (() => void) | undefined;

  const watch = (alert: WatchedAlert): void => {
    const time = market.quote(alert.instrumentId)?.time;
    book.put(alert, time === undefined ? undefined : dayOf(time));
  };

  const judge = ({ instrumentId, close: price, time }: Tick, open: number): void => {
    for (const { id, hasFired, isOn, isArmed } of book.take(instrumentId, { price, open, day: dayOf(time) }))
      saver.put(id, { isOn, isArmed, pricesAt: time, fired: hasFired ? { at: time, price } : undefined });
  };

  const onTick = (tick: Tick): void => {
    const { instrumentId } = tick;
    judge(tick, book.needsOpen(instrumentId) ? (market.quote(instrumentId)?.open ?? 0) : 0);
  };

  /**
   * Watches the stored alerts on an instrument from where they were left: each is judged by the ticks after those that made
   * it what it is, in their order. Moves of an earlier day are not judged, since its Open is no longer known.
   */
  const resume = (instrument: InstrumentId, alerts: readonly Alert[]): void => {
    const ticks = openTicksSince(past, market, market.instrument(instrument), timestampMs(0));
    const from = (at: TimestampMs) => ticks.findIndex(({ time }) => time > at);
    const waiting = new Map<number, Alert[]>();
    for (const alert of alerts) {
      const found = alert.pricesAt === undefined ? -1 : from(alert.pricesAt);
      const start = found < 0 ? ticks.length : found;
      const others = waiting.get(start);
      if (others) others.push(alert);
      else waiting.set(start, [alert]);
    }
    const first = Math.min(...waiting.keys());
    const quote = market.quote(instrument);
    const today = quote && dayOf(quote.time);
    // Whether the first tick begins a day is known from the one before it.
    const before = ticks[Math.max(0, first - 1)];
    const day = before === undefined ? today : dayOf(before.time);
    for (let at = first; at <= ticks.length; at++) {
      for (const alert of waiting.get(at) ?? []) book.put(alert, day);
      const tick = ticks[at];
      if (tick) judge(tick, dayOf(tick.time) === today ? (quote?.open ?? 0) : 0);
    }
  };

  /** The book changes within the transaction: in the order of the writes, and before the next tick. */
  async function write(
    account: AccountId,
    work: (alerts: Repository, touch: (id: number) => void) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    let touched: number | undefined;
    const touch = (id: number) => {
      touched = id;
      saver.forget(id);
      book.remove(id);
    };
    try {
      const done = await store.write((transaction) => work(alertRepository(transaction), touch));
      if (done.ok) listeners.call(account);
      return done;
    } catch (error) {
      if (touched !== undefined) await readAgain(account, touched).catch(report);
      throw error;
    }
  }

  /** After a write that failed, or may have. */
  async function readAgain(account: AccountId, id: number): Promise<void> {
    book.remove(id);
    const stored = await alertRepository(store.read).byId(account, id);
    if (stored?.isOn) watch(stored);
  }

  return {
    list: (account) => alertRepository(store.read).ofAccount(account),
    firings: (account) => alertRepository(store.read).firings(account),
    add: (accountId, { instrumentId, target, repeats }) =>
      write(accountId, async (alerts, touch) => {
        if ((await alerts.count(accountId)) >= MAX_ALERTS) return err(refusal(CODE.conflict));
        const instrument = market.instrument(instrumentId);
        if (instrument === undefined) return err(refusal(CODE.notFound));
        const side = sideNow(market, instrumentId, target);
        if (!side.ok) return side;
        const { precision } = instrument;
        const added = await alerts.insert({
          accountId,
          instrumentId,
          precision,
          target,
          side: side.value,
          repeats,
          createdAt: market.now(),
          pricesAt: past?.reached(),
        });
        touch(added.id);
        watch(added);
        return ok(undefined);
      }),
    set: (account, id, isOn) =>
      write(account, async (alerts, touch) => {
        const alert = await alerts.byId(account, id);
        if (alert === undefined) return err(refusal(CODE.notFound));
        if (alert.isOn === isOn) return ok(undefined);
        if (!isOn) {
          touch(id);
          await alerts.switchOff(id);
          return ok(undefined);
        }
        const side = sideNow(market, alert.instrumentId, alert.target);
        const pricesAt = past?.reached();
        if (!side.ok) return side;
        touch(id);
        await alerts.switchOn(id, { side: side.value, pricesAt });
        watch({ ...alert, side: side.value, isArmed: true });
        return ok(undefined);
      }),
    remove: (account, id) =>
      write(account, async (alerts, touch) => {
        if ((await alerts.byId(account, id)) === undefined) return err(refusal(CODE.notFound));
        touch(id);
        await alerts.remove(id);
        return ok(undefined);
      }),
    onChange: listeners.add,
    onFired: firedListeners.add,
    async start() {
      const stored = await readWatched(alertRepository(store.read));
      // What is reached last goes first, so that each is added at the end of its column.
      stored.sort((a, b) => signedTarget(b) - signedTarget(a));
      for (const [instrument, alerts] of Map.groupBy(stored, ({ instrumentId }) => instrumentId))
        resume(instrument, alerts);
      unsubscribe = market.onTick((tick) => {
        // A bug here must not keep the tick from other listeners.
        try {
          onTick(tick);
        } catch (error) {
          report(error);
        }
      });
    },
    async stop() {
      unsubscribe?.();
      await saver.stop();
    },
  };
}

type Repository = ReturnType<typeof alertRepository>;

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

const signedTarget = ({ side, target }: Alert): number =>
  side === 'above' ? targetOf(target) : -targetOf(target);

async function readWatched(alerts: Repository): Promise<Alert[]> {
  const all: Alert[] = [];
  for (;;) {
    const page = await alerts.watched(all.at(-1)?.id ?? 0, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** From where the target will be reached. */
function sideNow(market: Market, id: InstrumentId, target: AlertTarget): Result<WatchedAlert['side']> {
  const quote = market.quote(id);
  if (quote === undefined || quote.open <= 0) return err(marketRefusal());
  const now = target.kind === 'price' ? quote.close : nextMove(market, quote);
  const to = targetOf(target);
  if (now === to) return err(refusal(CODE.wrongSidePrice));
  return ok(now < to ? 'above' : 'below');
}

/** The move of the day from which the next price goes on: none if that price begins a day, as after a weekend. */
function nextMove(market: Market, { instrumentId, close, open, time }: Quote): number {
  const listed = market.instrument(instrumentId)?.market;
  const opensAt = listed?.status === 'closed' ? (listed.opensAt ?? 0) : 0;
  return dayOf(Math.max(market.wall(), opensAt)) > dayOf(time) ? 0 : moveOf(close, open);
}
