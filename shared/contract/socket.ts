import type { WireAccount } from './account.ts';
import type { WireAlert } from './alerts.ts';
import type { WireChatMessage } from './chat.ts';
import type { WireOrder } from './order-row.ts';

/** Frames of the socket; docs/api.md, "The socket". */
export const SOCKET_PATH = '/v1/ws';
export const PING = 'ping';
export const PONG = 'pong';

export type FixedTopic = 'DAY_MARKET' | 'FOREX_TRADE' | 'FOREX_CLOSED' | 'CHAT' | 'ALERT';
export type Topic = FixedTopic | `KLINE.${string}`;
export const PRIVATE_TOPICS: readonly Topic[] = ['FOREX_TRADE', 'FOREX_CLOSED', 'CHAT', 'ALERT'];
export const klineTopic = (code: string): Topic => `KLINE.${code}`;

export type ClientFrame =
  | { readonly cmd: 'login'; readonly params: { readonly token: string } }
  | { readonly cmd: 'logout' }
  | { readonly cmd: 'unsub'; readonly topic: string }
  | { readonly cmd: 'sub'; readonly topic: string; readonly params?: MarketParams | CandleParams };

/** For a subscription of DAY_MARKET: at least one of them. */
export type MarketParams = (FastRows | { readonly [K in keyof FastRows]?: undefined }) & {
  /** Rows have the ask as a sixth element where it differs from `Close`. */
  readonly ask?: 1 | undefined;
  /** Frames in few bytes; the acknowledgement repeats it. */
  readonly format?: typeof DELTA_FORMAT | undefined;
};

export const DELTA_FORMAT = 'delta1';

/** To save bytes: after the snapshot the other rows come in beats. */
export interface FastRows {
  /** Ids of the instruments on the screen, each once, at most `MAX_FAST_ROWS`. */
  readonly rows: readonly number[];
  /** How often the rows on the screen come at most, in frames per second: a whole number from 1 to `MAX_HZ`, or 1 by one from 1 to 10. */
  readonly hz: number;
  /** Seconds from one beat to the next, a whole number from 2 to `MAX_BEAT_S`, and no less than 1 / `hz`; the least of them by default. */
  readonly beat?: number | undefined;
}

/** For a subscription of a KLINE topic, to save bytes: the candle as it stands comes once in so many seconds at most. */
export type CandleParams = { readonly [K in 'rows' | 'hz' | 'ask' | 'format']?: undefined } & {
  /** A whole number from 1 to `MAX_BEAT_S`. */
  readonly beat: number;
};

export interface AckFrame {
  readonly cmd: 'login' | 'logout' | 'sub' | 'unsub' | 'error';
  readonly topic?: string;
  readonly code: number;
  readonly msg: string;
  /** Of the frames to come, where they are no text. */
  readonly format?: typeof DELTA_FORMAT;
}

/**
 * The `data` of a data frame `{topic, seq, ts, data}`: `seq` counts per topic and connection from 1, `ts` is the server's
 * clock in epoch ms. DAY_MARKET carries `WireQuote[]`, a KLINE topic one `WireCandle`, the private topics these:
 */
export type TradeData = { readonly orders: readonly WireOrder[]; readonly account: WireAccount };
export type ClosedData = { readonly ids: readonly number[] };
/** All alerts of the account, in every frame. */
export type AlertData = { readonly alerts: readonly WireAlert[] };
export type ChatData = { readonly messages: readonly WireChatMessage[] };
