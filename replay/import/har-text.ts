import { type Fields, fieldsOf, parseJson } from '../../shared/json.ts';
import { RecordingError } from '../format/format.ts';

interface HarText {
  readonly value: unknown;
  /** Where the text is truncated or malformed; `value` holds the complete part before it. */
  readonly cut?: { readonly line: number; readonly reason: string };
}

/** The field in which an entry says why its messages, or its body, could not be had. */
export const UNREAD = '_unread';

/** The log of a HAR. */
export interface HarLog extends Pick<HarText, 'cut'> {
  readonly log: Fields;
  readonly entries: readonly Fields[];
}

/** @throws RecordingError if the text is not a HAR */
export function parseHarLog(text: string): HarLog {
  const { value, cut } = parseHarText(text);
  const log = fieldsOf(fieldsOf(value)['log']);
  if (!Array.isArray(log['entries']))
    throw new RecordingError('line 1: the file is no HAR: it has no log.entries');
  return { log, entries: log['entries'].map(fieldsOf), ...(cut === undefined ? {} : { cut }) };
}

/** Maximum nesting of a HAR's lists: `log`, `entries`, an entry, its messages. */
const MAX_DEPTH = 8;

const code = (char: string) => char.charCodeAt(0);
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map(code);

/** Parses a HAR's JSON; of a truncated or malformed one, the complete items of its lists. @throws RecordingError */
function parseHarText(text: string): HarText {
  const whole = parseJson(text);
  if (whole !== undefined) return { value: whole };
  const items = wholeItems(text);
  const good = lastGood(text, items);
  if (good === undefined) throw new RecordingError('line 1: the file is no HAR');
  const { item, value } = good;
  return { value, cut: { line: lineAt(text, item.end), reason: 'the text is cut off or no JSON' } };
}

/** An object in a list: the text up to `end`, followed by `closing`, is valid JSON. */
interface Item {
  readonly end: number;
  readonly closing: string;
}

function wholeItems(text: string): readonly Item[] {
  const items: Item[] = [];
  const closing: string[] = [];
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (isText) {
      if (char === BACKSLASH) at++;
      else if (char === QUOTE) isText = false;
    } else if (char === QUOTE) isText = true;
    else if (char === OPEN_LIST || char === OPEN_OBJECT) {
      if (depth < MAX_DEPTH) closing[depth] = char === OPEN_LIST ? ']' : '}';
      depth++;
    } else if (char === CLOSE_LIST || char === CLOSE_OBJECT) {
      depth--;
      if (depth < 0) break;
      if (char === CLOSE_OBJECT && depth <= MAX_DEPTH && closing[depth - 1] === ']')
        items.push({ end: at + 1, closing: closing.slice(0, depth).toReversed().join('') });
    }
  }
  return items;
}

/** Finds the last item before the first error by binary search. */
function lastGood(text: string, items: readonly Item[]): { item: Item; value: unknown } | undefined {
  let good: { item: Item; value: unknown } | undefined;
  let low = 0;
  let high = items.length - 1;
  let middle = high;
  while (low <= high) {
    const item = items[middle];
    if (item === undefined) break;
    const value = parseJson(text.slice(0, item.end) + item.closing);
    if (value === undefined) high = middle - 1;
    else {
      good = { item, value };
      low = middle + 1;
    }
    middle = (low + high) >>> 1;
  }
  return good;
}

/** The line (from 1) in which the text's first `end` characters end. */
export function lineAt(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
