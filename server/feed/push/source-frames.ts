import { err, ok, type Result } from '../../../shared/result.ts';

/*
 * What a source of prices sends (docs/prices.md). Frames are JSON of `SOURCE_FRAME_MAX_BYTES` at most, one kind each; this
 * file reads their form. What they mean for an instrument is decided by `tick-judge.ts`.
 */

export const SOURCE_FRAME_MAX_BYTES = 256 * 1024;
const MAX_TICKS = 1_000;

/** `[code, bid, ask or null, epoch ms of the source]`, unread. */
export type SentTick = readonly unknown[];

export type SourceFrame =
  | { readonly kind: 'hello'; readonly source: string; readonly token: string }
  | { readonly kind: 'ticks'; readonly ticks: readonly SentTick[] }
  | { readonly kind: 'halt' | 'resume'; readonly codes: readonly string[] }
  /** Rows `[Time, Open, High, Low, Close, Volume]` by code, unread. */
  | { readonly kind: 'minutes'; readonly minutes: Readonly<Record<string, readonly unknown[]>> };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

/** @returns the frame, or a sentence for the source's log */
export function readSourceFrame(text: string): Result<SourceFrame, string> {
  const frame = parsed(text);
  if (!isRecord(frame)) return err('A frame is a JSON object.');
  const { hello, ticks, halt, resume, minutes } = frame;
  if (isRecord(hello) && isText(hello['source']) && isText(hello['token']))
    return ok({ kind: 'hello', source: hello['source'], token: hello['token'] });
  if (Array.isArray(ticks)) {
    if (ticks.length > MAX_TICKS) return err(`A frame has at most ${MAX_TICKS} ticks.`);
    return ok({ kind: 'ticks', ticks });
  }
  if (Array.isArray(halt) && halt.every(isText)) return ok({ kind: 'halt', codes: halt });
  if (Array.isArray(resume) && resume.every(isText)) return ok({ kind: 'resume', codes: resume });
  if (isRecord(minutes) && Object.values(minutes).every(Array.isArray))
    return ok({ kind: 'minutes', minutes: minutes as Readonly<Record<string, readonly unknown[]>> });
  return err('A frame has hello, ticks, halt, resume or minutes.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As many digits as an integer holds exactly. */
const MAX_DIGITS = 15;
const [ZERO, NINE, DOT] = [48, 57, 46];

/**
 * A price as decimal text, in points: `1.12345` at precision 5 is 112345. @returns undefined for zero, and for text that is no
 * plain decimal or has more decimals than `precision`, zeros beyond them included
 */
export function pointsOf(text: unknown, precision: number): number | undefined {
  if (typeof text !== 'string') return undefined;
  let points = 0;
  let decimals = -1;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === DOT && decimals < 0 && digits > 0) decimals = 0;
    else if (char >= ZERO && char <= NINE) {
      points = points * 10 + char - ZERO;
      digits++;
      if (decimals >= 0) decimals++;
    } else return undefined;
  }
  if (digits === 0 || decimals === 0 || decimals > precision) return undefined;
  for (let missing = precision - Math.max(0, decimals); missing > 0; missing--) {
    points *= 10;
    digits++;
  }
  return points > 0 && digits <= MAX_DIGITS ? points : undefined;
}

/** How many ticks of a source were not taken, and how many were held; the names are those of the report to the source. */
export interface Refused {
  unknown: number;
  malformed: number;
  old: number;
  future: number;
  held: number;
  dropped: number;
}

export const noneRefused = (): Refused => ({
  unknown: 0,
  malformed: 0,
  old: 0,
  future: 0,
  held: 0,
  dropped: 0,
});
