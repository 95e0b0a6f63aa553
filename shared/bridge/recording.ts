import type { BinaryPart } from '../contract/parameter.ts';
import type { TimestampMs } from '../domain/time.ts';

/** The recorder, as the Diagnostics page shows it. */
export interface RecordingState {
  /** What is always kept: the last minutes, in memory. */
  readonly ring: { readonly seconds: number; readonly bytes: number };
  readonly long:
    | { readonly status: 'off' }
    | {
        readonly status: 'on' | 'stopped';
        readonly startedAt: TimestampMs;
        readonly bytes: number;
        readonly marks: number;
        /** `memory` where the browser has no private files; it holds less. */
        readonly place: 'disk' | 'memory';
        /** Why it stopped by itself. */
        readonly ended?: 'full' | 'failed';
      };
}

export interface SavedRecording {
  readonly name: string;
  readonly file: BinaryPart;
}

/** A recording in place of the exchange, from a moment of it on. */
export interface ReplaySource {
  readonly file: BinaryPart;
  /** Its name ends in `.gz` when it is packed. */
  readonly name: string;
  readonly atMs: number;
  readonly speed: ReplaySpeed;
  readonly isPaused: boolean;
}

/** How many times as fast; `max`: as fast as it goes. */
export type ReplaySpeed = number | 'max';

export type ReplayState =
  /** The exchange itself. */
  | { readonly status: 'live' }
  /** On the way to the moment that was asked for. */
  | { readonly status: 'seeking' }
  | {
      readonly status: 'playing' | 'paused' | 'ended';
      /** Since the recording's start. */
      readonly atMs: number;
      readonly speed: ReplaySpeed;
    }
  /** The file can't be read at all. */
  | { readonly status: 'failed'; readonly line: number; readonly reason: string };

export type ReplayCommand =
  | { readonly kind: 'play' | 'pause' }
  /** The next frame that came, and everything up to it; pauses. */
  | { readonly kind: 'step' }
  | { readonly kind: 'speed'; readonly speed: ReplaySpeed };

/** What a whole recording holds, for its timeline. */
export interface ReplaySurvey {
  readonly startedAt: TimestampMs;
  readonly app: string;
  readonly lengthMs: number;
  readonly records: number;
  /** Frames that came, in equal parts of the length. */
  readonly traffic: Float64Array;
  readonly moments: readonly ReplayMoment[];
  /** Of the state at the end; absent where the browser has no hash for this page. */
  readonly digest?: string;
  /** The first line that makes no sense: the recording ends before it. */
  readonly failure?: { readonly line: number; readonly reason: string };
}

export interface ReplayMoment {
  readonly atMs: number;
  readonly kind: 'open' | 'close' | 'gap' | 'mark';
  /** Of a mark. */
  readonly label?: string;
}
