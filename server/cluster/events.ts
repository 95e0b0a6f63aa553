import * as v from 'valibot';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Order, OrderId } from '../../shared/domain/order.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Bus } from '../bus/bus.ts';
import { readJson, sendJson } from '../bus/json.ts';
import type { Chat, ChatMessage } from '../chat/chat.ts';
import type { AccountEvent, Exchange } from '../exchange/exchange.ts';
import type { AccountFigures } from '../exchange/state.ts';
import { createListeners } from '../listeners.ts';
import type { Listings } from '../listings/listings.ts';
import { shardOf } from './shards.ts';

/*
 * What one process has stored and others tell their clients: changes of orders, messages, alerts, ended sessions. Sent after
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
  const stops = [
    exchange?.onAccountEvent((event) =>
      sendJson(bus, `acct.${shardOf(event.accountId)}.${event.accountId}`, event),
    ),
    chat?.onMessage((message) => sendJson(bus, `chat.${message.accountId}`, message)),
    alerts?.onChange((account) => sendJson(bus, `alert.${account}`, { account })),
    accounts && publishEnded(bus, accounts),
    listings?.onChange(() => sendJson(bus, LISTINGS, {})),
  ];
  return () => {
    for (const stop of stops) stop?.();
  };
}

/** Sessions that are named again after a gap, in which they may have ended. */
const MOST_ENDED = 1_000;

function publishEnded(bus: Bus, accounts: Sources['accounts']): () => void {
  const latest: string[] = [];
  const tell = (id: string) => sendJson(bus, ENDED, { id });
  const stops = [
    accounts.onSessionEnded((id) => {
      latest.push(id);
      if (latest.length > MOST_ENDED) latest.shift();
      tell(id);
    }),
    bus.onGap(() => latest.forEach(tell)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** From now on this process deals. What the one before it had stored last may not have been told. */
export const publishBegin = (bus: Bus): void => sendJson(bus, BEGUN, {});

/** Applies the operator's changes to instruments that another process has stored. @returns stop */
export function followListings(
  bus: Bus,
  listings: Pick<Listings, 'readAgain'>,
  report: (error: unknown) => void,
): () => void {
  const read = () => void listings.readAgain().catch(report);
  const stops = [bus.subscribe(LISTINGS, read), bus.onGap(read)];
  return () => {
    for (const stop of stops) stop();
  };
}

interface Heard {
  readonly onAccountEvent: Exchange['onAccountEvent'];
  readonly onMessage: Chat['onMessage'];
  readonly onAlerts: Alerts['onChange'];
  readonly onSessionEnded: Accounts['onSessionEnded'];
  /** Another process deals from now on: what is known of accounts is to be read again. @returns unsubscribe */
  onBegun(listener: () => void): () => void;
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

/** Tells listeners of this process what others have published. */
export function hearEvents(bus: Bus, report: (error: unknown) => void): Heard {
  const events = createListeners<[AccountEvent]>(report);
  const messages = createListeners<[ChatMessage]>(report);
  const alerts = createListeners<[AccountId]>(report);
  const ended = createListeners<[string]>(report);
  const begun = createListeners<[]>(report);
  const hear = <T>(subject: string, schema: v.GenericSchema<unknown, T>, take: (value: T) => void) =>
    bus.subscribe(subject, (message) => {
      const value = readJson(schema, message, report);
      if (value !== undefined) take(value);
    });
  const stops = [
    hear('acct.*.*', eventSchema, events.call),
    hear('chat.*', messageSchema, messages.call),
    hear('alert.*', alertSchema, ({ account }) => alerts.call(account)),
    hear(ENDED, endedSchema, ({ id }) => ended.call(id)),
    hear(BEGUN, v.object({}), () => begun.call()),
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
