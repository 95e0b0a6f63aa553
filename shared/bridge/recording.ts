import type { BinaryPart } from '../contract/parameter.ts';
import type { TimestampMs } from '../domain/time.ts';

/** The recorder, as the Diagnostics page shows it. */
export interface RecordingState {
  /** The last minutes, which are always kept in memory. */
  readonly ring: { readonly seconds: number; readonly bytes: number };
  readonly long:
    | { readonly status: 'off' }
    | {
        readonly status: 'on' | 'stopped';
        readonly startedAt: TimestampMs;
        readonly bytes: number;
        readonly marks: number;
        /** `memory` if the browser has no private files; it has less room. */
        readonly place: 'disk' | 'memory';
        /** Why it stopped by itself. */
        readonly ended?: 'full' | 'failed';
      };
}

/** Where a recording was made, by the names that its header has. */
export interface PageFacts {
  /** Of the build; absent where the sources had no history. */
  readonly commit?: string;
  /** The user agent. */
  readonly browser: string;
  /** Width and height, CSS pixels. */
  readonly viewport: readonly [width: number, height: number];
  readonly pixel_ratio: number;
  readonly language: string;
  readonly theme: string;
  readonly time_zone: string;
}

/** The person at the page, for the recording, which masks it; nothing that was typed and no label is in it. */
export type PageRecord =
  /** The screen's address, with its query. */
  | { readonly event: 'route'; readonly path: string }
  /** `x`, `y`: parts of the viewport's width and height, 0 to 1. */
  | { readonly event: 'tap'; readonly x: number; readonly y: number; readonly element: TappedElement }
  /** Where the screen is scrolled to, CSS pixels. */
  | { readonly event: 'scroll'; readonly y: number }
  /** What the user chose to look at (`choices.ts`): a period, a tab, an open sheet, a theme. */
  | { readonly event: 'choice'; readonly name: string; readonly value: string }
  /** An error of the page, or the death of the worker before. */
  | {
      readonly event: 'error';
      readonly error: 'page' | 'screen' | 'crash' | 'hang';
      readonly message: string;
      /** File, line and column. */
      readonly place: string;
    }
  /** An error that was written to the console. */
  | { readonly event: 'console'; readonly message: string };

/** What was tapped, the same in every language. */
export interface TappedElement {
  /** Of the nearest control around the tap; without one, of the element itself. */
  readonly tag: string;
  readonly role?: string;
  /** Of an input or a button. */
  readonly type?: string;
  /** Where a link leads. */
  readonly to?: string;
  /** How many like it stand before it on the page. */
  readonly nth: number;
}

export interface SavedRecording {
  readonly name: string;
  readonly file: BinaryPart;
}

/** A recording that replaces the exchange, and where to start in it. */
export interface ReplaySource {
  readonly file: BinaryPart;
  /** Ends in `.gz` if the file is packed. */
  readonly name: string;
  readonly atMs: number;
  readonly speed: ReplaySpeed;
  readonly isPaused: boolean;
  /** As the command `stopAt`. */
  readonly stopAtMs?: number;
}

/** Factor to real time; `max`: as fast as possible. */
export type ReplaySpeed = number | 'max';

export type ReplayState =
  /** The engine is connected to the exchange. */
  | { readonly status: 'live' }
  /** Reading up to the requested start. */
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
  /** Plays up to the next received frame and what else came in its millisecond, then pauses. */
  | { readonly kind: 'step' }
  | { readonly kind: 'speed'; readonly speed: ReplaySpeed }
  /** Pauses once at the first whole millisecond from this moment on, if it is still to come; absent: nowhere. */
  | { readonly kind: 'stopAt'; readonly atMs?: number };

/** What a whole recording holds, for its timeline. */
export interface ReplaySurvey {
  readonly startedAt: TimestampMs;
  readonly app: string;
  /** Where it was recorded; absent from recordings of earlier builds. */
  readonly made: Partial<PageFacts> & { readonly resumed?: boolean };
  readonly lengthMs: number;
  readonly records: number;
  /** Numbers of received frames, in equal parts of the length. */
  readonly traffic: Float64Array;
  readonly moments: readonly ReplayMoment[];
  /** What the user did, in order. */
  readonly page: readonly ReplayedAct[];
  /** Digest of the final state; absent if the browser offers no hash to this page. */
  readonly digest?: string;
  /** The first malformed line: the recording ends before it. */
  readonly failure?: { readonly line: number; readonly reason: string };
}

export interface ReplayMoment {
  readonly atMs: number;
  readonly kind: 'open' | 'close' | 'gap' | 'mark' | 'error';
  /** The note of a mark, or the message of an error. */
  readonly label?: string;
}

/** What the user did, and when. */
export type ReplayedAct = { readonly atMs: number } & Extract<
  PageRecord,
  { readonly event: 'route' | 'tap' | 'scroll' | 'choice' }
>;
