import { isFields, listOf, parseJson } from '../shared/json.ts';
import type { Tick } from './tick.ts';

/* The frames between a source of prices and the exchange; docs/prices.md has them for people. */

const MAX_TICKS = 1_000;
const MAX_BYTES = 256 * 1024;
const MAX_MINUTES = 1_000;

/** `[start (epoch s), open, high, low, close, volume]`, prices as decimal text. */
export type MinuteRow = readonly [number, string, string, string, string, number];

export interface Frame {
  readonly text: string;
  readonly ticks: number;
}

/** Frames in the order of the ticks, each within the exchange's bounds. */
export function tickFrames(ticks: readonly Tick[]): readonly Frame[] {
  const frames: Frame[] = [];
  let [rows, bytes]: [string[], number] = [[], 0];
  const finish = () => {
    if (rows.length > 0) frames.push({ text: `{"ticks":[${rows.join(',')}]}`, ticks: rows.length });
    [rows, bytes] = [[], 0];
  };
  for (const tick of ticks) {
    const row = JSON.stringify(tick);
    const length = Buffer.byteLength(row) + 1;
    // The braces and the name.
    if (rows.length === MAX_TICKS || bytes + length > MAX_BYTES - 32) finish();
    rows.push(row);
    bytes += length;
  }
  finish();
  return frames;
}

/** A row has at most some 120 bytes, so that a frame stays below the bound. */
export function minuteFrames(code: string, rows: readonly MinuteRow[]): readonly string[] {
  const frames: string[] = [];
  for (let at = 0; at < rows.length; at += MAX_MINUTES)
    frames.push(JSON.stringify({ minutes: { [code]: rows.slice(at, at + MAX_MINUTES) } }));
  return frames;
}

export const REFUSALS = ['unknown', 'malformed', 'old', 'future', 'held', 'dropped'] as const;

/** What the exchange says. */
export type Answer =
  | { readonly kind: 'pong' }
  | {
      readonly kind: 'welcome';
      readonly codes: readonly string[];
      readonly decimals: ReadonlyMap<string, number>;
    }
  /** `code` 999: the token or the name is wrong; others may pass. */
  | { readonly kind: 'denied'; readonly code: number; readonly message: string }
  | { readonly kind: 'refused'; readonly counts: Readonly<Record<string, number>> }
  | { readonly kind: 'other' };

export function readAnswer(text: string): Answer {
  if (text === 'pong') return { kind: 'pong' };
  const frame = parseJson(text);
  if (!isFields(frame)) return { kind: 'other' };
  const { code, codes, decimals, message, refused } = frame;
  if (isFields(refused)) return { kind: 'refused', counts: Object.fromEntries(wholeNumbers(refused)) };
  if (code === 1)
    return {
      kind: 'welcome',
      codes: listOf(codes).filter((one) => typeof one === 'string'),
      decimals: new Map(isFields(decimals) ? wholeNumbers(decimals) : []),
    };
  if (typeof code === 'number') return { kind: 'denied', code, message: String(message ?? '') };
  return { kind: 'other' };
}

const wholeNumbers = (fields: Readonly<Record<string, unknown>>): readonly (readonly [string, number])[] =>
  Object.entries(fields).filter(
    (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0,
  );
