import type { WireAccount, WireCandle, WireOrder, WireQuote } from './wire.ts';

/** Frames of the socket; contract, section 3. */
export const SOCKET_PATH = '/v1/ws';
export const PING = 'ping';
export const PONG = 'pong';

export type FixedTopic = 'DAY_MARKET' | 'FOREX_TRADE' | 'FOREX_CLOSED' | 'CHAT';
export type Topic = FixedTopic | `KLINE.${string}`;
export const PRIVATE_TOPICS: readonly Topic[] = ['FOREX_TRADE', 'FOREX_CLOSED', 'CHAT'];
export const klineTopic = (code: string): Topic => `KLINE.${code}`;

export type ClientFrame =
  | { readonly cmd: 'login'; readonly params: { readonly token: string } }
  | { readonly cmd: 'logout' }
  | { readonly cmd: 'sub' | 'unsub'; readonly topic: string };

export interface AckFrame {
  readonly cmd: 'login' | 'logout' | 'sub' | 'unsub' | 'error';
  readonly topic?: string;
  readonly code: number;
  readonly msg: string;
}

interface DataFrameOf<T extends string, D> {
  readonly topic: T;
  readonly seq: number;
  /** The server's clock, epoch ms. */
  readonly ts: number;
  readonly data: D;
}

export type TradeData = { readonly orders: readonly WireOrder[]; readonly account: WireAccount };
export type ClosedData = { readonly ids: readonly number[] };
interface ChatMessage {
  readonly id: number;
  readonly from: 'user' | 'service';
  readonly text: string;
  readonly image: string;
  readonly created_at: string;
}

type DataFrame =
  | DataFrameOf<'DAY_MARKET', readonly WireQuote[]>
  | DataFrameOf<`KLINE.${string}`, WireCandle>
  | DataFrameOf<'FOREX_TRADE', TradeData>
  | DataFrameOf<'FOREX_CLOSED', ClosedData>
  | DataFrameOf<'CHAT', { readonly messages: readonly ChatMessage[] }>;
