import type { Freshness } from '../../../shared/bridge/market-frame.ts';

/** The messages between a test and the scripted engine in its worker. */
export const CHANNEL = 'scripted-engine';

/** Calls that the test answers. */
export const ANSWERED = [
  'signInDemo',
  'signOut',
  'lateLogout',
  'submitOrder',
  'orderOutcome',
  'closeOrder',
  'amendOrder',
  'cancelOrder',
  'setStops',
  'history',
  'search',
  'ask',
  'startRecording',
  'stopRecording',
  'saveRecording',
  'surveyReplay',
] as const;
export type Answered = (typeof ANSWERED)[number];

export type StreamName =
  | 'connection'
  | 'session'
  | 'market'
  | 'baseData'
  | 'working'
  | 'orderEvents'
  | 'recording'
  | 'replay'
  | 'vitals'
  | 'alerts'
  | 'chat'
  | 'upload'
  | 'candles';

/** Messages of the page without an answer. */
export const TOLD = ['configure', 'keepRecording', 'mark', 'pageRecord', 'setPace', 'steerReplay'] as const;
type Told = (typeof TOLD)[number];

export interface ScriptedQuote {
  readonly id: number;
  readonly close: number;
  /** @default close */
  readonly ask?: number;
  readonly marketOpen: boolean;
  readonly timeMs: number;
  readonly freshness: Freshness;
}

export interface ScriptedAccount {
  readonly balance: number;
  readonly floatingPnl: number;
  readonly equity: number;
  readonly margin: number;
  readonly freeMargin: number;
  readonly marginLevel?: number;
  readonly riskRate?: number;
}

/** Everything that ticks. */
export interface ScriptedFrame {
  readonly quotes: readonly ScriptedQuote[];
  readonly serverTimeMs?: number;
  /** Millionths; undefined without a session. */
  readonly account?: ScriptedAccount;
  readonly positions: readonly { readonly id: number; readonly price: number; readonly pnl: number }[];
}

export type ToEngine =
  | { readonly kind: 'put'; readonly stream: StreamName; readonly value: unknown }
  | { readonly kind: 'frame'; readonly frame: ScriptedFrame }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown };

export type FromEngine =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'told';
      readonly name: Told;
      readonly argument: unknown;
      readonly args: readonly unknown[];
    }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: Answered;
      readonly args: readonly unknown[];
    };
