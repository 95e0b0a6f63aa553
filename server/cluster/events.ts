import * as v from 'valibot';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Order, OrderId } from '../../shared/domain/order.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Bus } from '../bus/bus.ts';
import { readJson, sendJson } from '../bus/json-messages.ts';
import type { Chat, ChatMessage } from '../chat/chat.ts';
import type { Clock } from '../clock.ts';
import type { AccountEvent, Exchange } from '../exchange/exchange.ts';
import type { AccountFigures } from '../exchange/state.ts';
import { createListeners } from '../listeners.ts';
import type { Listings } from '../listings/listings.ts';
import { UnavailableError } from '../store/errors.ts';
import { ALL_SHARDS, shardOf } from './shards.ts';

/*
 * What one process has stored and others send to their clients: changes of orders, messages, alerts, ended sessions. Sent after
 * the commit, at most once: after a gap everything is read again.
 */

interface Sources {
  readonly exchange: Pick<Exchange, 'onAccountEvent'>;
  readonly chat: Pick<Chat, 'onMessage'>;
  readonly alerts: Pick<Alerts, 'onChange'>;
  readonly accounts: Pick<Accounts, 'onSessionEnded'>;
  readonly listings: Pick<Listings, 'onChange'>;
}

const ENDED = 'sess.end';
const BEGUN = 'deal.begun';
const LISTINGS = 'cfg';

/** Publishes what these rooms have stored; a room that stores nothing here is left out. @returns stop */
export function publishEvents(
  bus: Bus,
  { exchange, chat, alerts, accounts, listings }: Partial<Sources>,
): () => void {
  const publishListings = () => sendJson(bus, LISTINGS, {});
  const stops = [
    exchange?.onAccountEvent((event) =>
      sendJson(bus, `acct.${shardOf(event.accountId)}.${event.accountId}`, event),
    ),
    chat?.onMessage((message) => sendJson(bus, `chat.${message.accountId}`, message)),
    alerts?.onChange((account) => sendJson(bus, `alert.${account}`, { account })),
    accounts && publishEnded(bus, accounts),
    listings?.onChange(publishListings),
    // They may have changed while nothing could be published.
    listings && bus.onGap(publishListings),
  ];
  return () => {
    for (const stop of stops) stop?.();
  };
}

/** Sessions that are named again after a gap, in which they may have ended. */
const MOST_ENDED = 1_000;

function publishEnded(bus: Bus, accounts: Sources['accounts']): () => void {
  const latest: string[] = [];
  const publishEnded = (id: string) => sendJson(bus, ENDED, { id });
  const stops = [
    accounts.onSessionEnded((id) => {
      latest.push(id);
      if (latest.length > MOST_ENDED) latest.shift();
      publishEnded(id);
    }),
    bus.onGap(() => latest.forEach(publishEnded)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** From now on this process deals for these shards. What the one before it had stored last may not have been published. */
export const publishBegin = (bus: Bus, shards: Iterable<number>): void =>
  sendJson(bus, BEGUN, { shards: [...shards] });

/** The pause after a failed reading, for example while the database is away. */
const AGAIN_MS = 1_000;

/** Applies the operator's changes to instruments that another process has stored, until none is missing. @returns stop */
export function followListings(
  bus: Bus,
  listings: Pick<Listings, 'readAgain'>,
  clock: Clock,
  report: (error: unknown) => void,
): () => void {
  let isStopped = false;
  let cancel = (): void => undefined;
  const read = (): void => {
    cancel();
    if (isStopped) return;
    listings.readAgain().catch((error: unknown) => {
      // The store itself reports that the database is out of reach.
      if (!(error instanceof UnavailableError)) report(error);
      cancel();
      cancel = clock.after(AGAIN_MS, read);
    });
  };
  const stops = [bus.subscribe(LISTINGS, read), bus.onGap(read)];
  // A change between the first reading and the subscription was missed.
  void bus.flush().then(read);
  return () => {
    isStopped = true;
    cancel();
    for (const stop of stops) stop();
  };
}

interface FollowedEvents {
  readonly onAccountEvent: Exchange['onAccountEvent'];
  readonly onMessage: Chat['onMessage'];
  readonly onAlerts: Alerts['onChange'];
  readonly onSessionEnded: Accounts['onSessionEnded'];
  /** Another process deals for these shards from now on: what is known of them is to be read again. @returns unsubscribe */
  onBegun(listener: (shards: ReadonlySet<number>) => void): () => void;
  stop(): void;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const accountId = v.custom<AccountId>((value) => Number.isSafeInteger(value));
const eventSchema = v.object({
  accountId,
  n: v.number(),
  orders: v.array(v.custom<Order>(isObject)),
  closedIds: v.array(v.custom<OrderId>((value) => Number.isSafeInteger(value))),
  account: v.custom<AccountFigures>(isObject),
});
const messageSchema = v.custom<ChatMessage>((value) => v.is(v.object({ accountId, id: v.number() }), value));
const alertSchema = v.object({ account: accountId });
const endedSchema = v.object({ id: v.string() });
/** A dealer of an earlier version names no shards. */
const begunSchema = v.object({ shards: v.exactOptional(v.array(v.number())) });

/** Calls listeners of this process with what others have published. */
export function followEvents(bus: Bus, report: (error: unknown) => void): FollowedEvents {
  const events = createAccountEvents(report);
  const messages = createListeners<[ChatMessage]>(report);
  const alerts = createListeners<[AccountId]>(report);
  const ended = createListeners<[string]>(report);
  const begun = createListeners<[ReadonlySet<number>]>(report);
  const follow = <T>(
    subject: string,
    schema: v.GenericSchema<unknown, T>,
    take: (value: T) => void,
    isWanted?: (subject: string) => boolean,
  ) =>
    bus.subscribe(
      subject,
      (message) => {
        const value = readJson(schema, message, report);
        if (value !== undefined) take(value);
      },
      isWanted,
    );
  const stops = [
    follow('acct.*.*', eventSchema, events.call, events.isFollowed),
    follow('chat.*', messageSchema, messages.call),
    follow('alert.*', alertSchema, ({ account }) => alerts.call(account)),
    follow(ENDED, endedSchema, ({ id }) => ended.call(id)),
    follow(BEGUN, begunSchema, ({ shards }) =>
      begun.call(shards === undefined ? ALL_SHARDS : new Set(shards)),
    ),
  ];
  return {
    onAccountEvent: events.add,
    onMessage: messages.add,
    onAlerts: alerts.add,
    onSessionEnded: ended.add,
    onBegun: begun.add,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Most events are of accounts that only other gateways have: these are not read. */
function createAccountEvents(report: (error: unknown) => void) {
  const listeners = createListeners<[AccountEvent]>(report);
  const follows = new Set<(account: AccountId) => boolean>();
  return {
    call: listeners.call,
    isFollowed(subject: string): boolean {
      const account = Number(subject.slice(subject.lastIndexOf('.') + 1)) as AccountId;
      for (const isFollowed of follows) if (isFollowed(account)) return true;
      return false;
    },
    add(listener: (event: AccountEvent) => void, isFollowed: (account: AccountId) => boolean = () => true) {
      const stop = listeners.add(listener);
      const follow = (account: AccountId) => isFollowed(account);
      follows.add(follow);
      return () => {
        stop();
        follows.delete(follow);
      };
    },
  };
}
