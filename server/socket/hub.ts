import {
  type CandleParams,
  type FixedTopic,
  type MarketParams,
  PRIVATE_TOPICS,
} from '../../shared/contract/socket.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Chat } from '../chat/chat.ts';
import type { Clock } from '../clock.ts';
import type { AccountReads } from '../exchange/account-reads.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../feed/market.ts';
import { type AccountTopics, createAccountTopics } from './account-topics.ts';
import type { Subscription, Topic } from './audience.ts';
import { createFlusher } from './flusher.ts';
import { createMarketFrames, type FrameParams } from './market-frames.ts';
import { createDayMarket, createKline, type MarketTopic } from './market-topics.ts';
import { createQuoteChanges } from './quote-changes.ts';
import { createRatedMarkets } from './rated-market.ts';
import { createTopicShards, type TopicShards } from './topic-shards.ts';

export interface HubDeps {
  readonly market: Market;
  readonly exchange: Pick<AccountReads, 'snapshot'> & Pick<Exchange, 'mark' | 'onAccountEvent'>;
  readonly chat: Pick<Chat, 'latest' | 'onMessage'>;
  readonly alerts: Pick<Alerts, 'list' | 'onChange'>;
  readonly clock: Clock;
  /** The write under way in the store; undefined when there is none. */
  readonly writing?: () => Promise<void> | undefined;
  /** Calls its listener when events of other processes may be missing, of these accounts. Default: never. @returns unsubscribe */
  readonly onGap?:
    | ((listener: (isMissed: (account: AccountId) => boolean) => void) => () => void)
    | undefined;
  readonly onFault: (where: string, error: unknown) => void;
}

/** All topics, fed by the market, the exchange, the chat and the alerts. */
export interface Hub {
  /** Whether the topic exists, public or private. */
  has(name: string): boolean;
  /** Whether a subscription of the topic may have these params. */
  takesParams(name: string, params: MarketParams | CandleParams): boolean;
  /**
   * Join the topic at once: one without subscribers is dropped.
   * @param params only those that the topic takes
   * @returns undefined if the topic does not exist; names come from clients and are always validated
   */
  find(
    name: string,
    account: AccountId | undefined,
    params?: MarketParams | CandleParams,
  ): Topic | 'needs-login' | undefined;
  join(topic: Topic, subscription: Subscription): void;
  leave(topic: Topic, subscription: Subscription): void;
  stop(): void;
}

const KLINE = 'KLINE.';
const DAY_MARKET: FixedTopic = 'DAY_MARKET';
const ACCOUNT_TOPICS: Readonly<
  Record<string, keyof Pick<AccountTopics, 'trade' | 'closed' | 'chat' | 'alert'>>
> = {
  FOREX_TRADE: 'trade',
  FOREX_CLOSED: 'closed',
  CHAT: 'chat',
  ALERT: 'alert',
};

export function createHub(deps: HubDeps): Hub {
  const { market, exchange, chat, alerts, clock } = deps;
  const flusher = createFlusher(clock, deps.writing);
  const changes = createQuoteChanges(market);
  const framesFor = createMarketFrames(changes);
  const marketDeps = { market, flusher, changes };
  /** All rows at the full rate, by what their frames are like. */
  const dayMarkets = new Map<string, TopicShards<MarketTopic>>();
  const rated = createRatedMarkets({ ...marketDeps, clock, framesFor });
  /** By instrument id, of each by the length of a beat, and by account id; a topic without subscribers is dropped. */
  const klines = new Map<number, Map<number, TopicShards<MarketTopic>>>();
  const accounts = new Map<AccountId, AccountTopics>();

  const stops = [
    market.onTick(({ instrumentId }) => {
      touchQuote(instrumentId);
      for (const shards of klines.get(instrumentId)?.values() ?? [])
        for (const shard of shards.all()) shard.touch(instrumentId);
    }),
    market.onMarketState(touchQuote),
    exchange.onAccountEvent(
      (event) => accounts.get(event.accountId)?.publish(event),
      (account) => accounts.has(account),
    ),
    chat.onMessage((message) => accounts.get(message.accountId)?.publishMessage(message)),
    alerts.onChange((account) => accounts.get(account)?.publishAlerts()),
    deps.onGap?.((isMissed) => {
      for (const [id, account] of accounts) if (isMissed(id)) account.readAgain();
    }),
  ];

  function touchQuote(id: InstrumentId): void {
    changes.touch(id);
    for (const shards of dayMarkets.values()) for (const shard of shards.all()) shard.touch(id);
  }

  function dayMarket(params: FrameParams): TopicShards<MarketTopic> {
    const create = (onIdle: () => void) => createDayMarket(marketDeps, framesFor(params), onIdle);
    const key = `${params.ask ?? ''}:${params.format ?? ''}`;
    return dayMarkets.get(key) ?? keep(dayMarkets, key, (drop) => createTopicShards(create, drop));
  }

  function kline(code: string, beat = 0): TopicShards<MarketTopic> | undefined {
    const instrument = market.instrumentByCode(code);
    if (instrument === undefined) return undefined;
    const { id } = instrument;
    const beats = klines.get(id) ?? new Map<number, TopicShards<MarketTopic>>();
    klines.set(id, beats);
    const options = { market, instrument, flusher, clock, beatMs: beat * 1_000 };
    const create = (onIdle: () => void) => createKline(options, onIdle);
    const dropped = (drop: () => void) => () => {
      drop();
      if (beats.size === 0) klines.delete(id);
    };
    return beats.get(beat) ?? keep(beats, beat, (drop) => createTopicShards(create, dropped(drop)));
  }

  const accountTopics = (id: AccountId): AccountTopics =>
    accounts.get(id) ?? keep(accounts, id, (drop) => createAccountTopics(id, { ...deps, flusher }, drop));

  return {
    has(name) {
      if (name.startsWith(KLINE)) return market.instrumentByCode(name.slice(KLINE.length)) !== undefined;
      return name === DAY_MARKET || Object.hasOwn(ACCOUNT_TOPICS, name);
    },
    takesParams: (name, params) => (isOfCandles(params) ? name.startsWith(KLINE) : name === DAY_MARKET),
    find(name, account, params) {
      if (name === DAY_MARKET) {
        const { rows, hz, beat, ask, format } = params ?? {};
        return rows === undefined || hz === undefined
          ? dayMarket({ ask, format }).open()
          : rated.open({ rows, hz, beat, ask, format });
      }
      if (name.startsWith(KLINE)) return kline(name.slice(KLINE.length), params?.beat)?.open();
      if (!Object.hasOwn(ACCOUNT_TOPICS, name)) return undefined;
      return account === undefined ? 'needs-login' : accountTopics(account)[ACCOUNT_TOPICS[name] ?? 'trade'];
    },
    join(topic, subscription) {
      topic.audience.add(subscription);
      flusher.request(topic);
    },
    leave(topic, subscription) {
      topic.audience.remove(subscription);
      if (topic.audience.size === 0) topic.onIdle();
    },
    stop() {
      for (const stop of stops) stop?.();
      rated.stop();
      flusher.stop();
    },
  };
}

const isOfCandles = ({ rows, beat }: MarketParams | CandleParams): boolean =>
  rows === undefined && beat !== undefined;

export const isPrivate = (name: string): boolean => PRIVATE_TOPICS.some((one) => one === name);

function keep<K, V>(map: Map<K, V>, key: K, create: (drop: () => void) => V): V {
  const value = create(() => map.delete(key));
  map.set(key, value);
  return value;
}
