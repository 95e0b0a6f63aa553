import { RecordingError } from './format.ts';

/** A bound for hostile files, longer than any real record. UTF-16 units. */
export const MAX_LINE = 16 * 1024 * 1024;

/** The text of a recording in parts, cut anywhere; each call reads it from the beginning. */
export type TextSource = () => AsyncIterable<string>;

/** `text[start, stop)`, without the line break: most lines are read in place, since joined texts are slow to read. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly stop: number;
}

/** Splits a text that comes in parts, cut anywhere, into lines. */
export interface LineSplitter {
  /** Takes the next part, once `next` has returned undefined. */
  push(part: string): void;
  /** The next whole line; undefined when another part is needed. @throws RecordingError for a line that is too long */
  next(): Line | undefined;
  /** What stands behind the last line break; undefined when nothing does. */
  last(): Line | undefined;
  /** The number (from 1) of the line that was returned, or refused, last. */
  number(): number;
}

export const lineText = ({ text, start, stop }: Line): string => text.slice(start, stop);

export function createLineSplitter(): LineSplitter {
  let text = '';
  let at = 0;
  /** The beginning of a line whose end has not come yet. */
  let rest = '';
  let number = 0;

  function keepRest(): undefined {
    rest += text.slice(at);
    text = '';
    at = 0;
    if (rest.length <= MAX_LINE) return undefined;
    number++;
    throw new RecordingError('the line is too long');
  }

  return {
    push(part) {
      text = part;
      at = 0;
    },
    next() {
      const stop = text.indexOf('\n', at);
      if (stop < 0) return keepRest();
      const line =
        rest === ''
          ? { text, start: at, stop }
          : { text: rest + text.slice(at, stop), start: 0, stop: rest.length + stop - at };
      rest = '';
      at = stop + 1;
      number++;
      return line;
    },
    last() {
      if (rest === '') return undefined;
      const line = { text: rest, start: 0, stop: rest.length };
      rest = '';
      number++;
      return line;
    },
    number: () => number,
  };
}

/** The lines of a text in parts, each as its own text. @throws RecordingError for a line that is too long */
export async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  const lines = createLineSplitter();
  for await (const part of parts) {
    lines.push(part);
    for (let line = lines.next(); line !== undefined; line = lines.next()) yield lineText(line);
  }
  const last = lines.last();
  if (last !== undefined) yield lineText(last);
  return undefined;
}
