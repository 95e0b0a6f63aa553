/*
 * Lines of a file that grows, as `tail -F` reads it: the file may be cut, and may be replaced by another one of its name. Pure:
 * it is given what the disk has, and says what to do.
 */

/** `reopen`: the path leads to another file now. `restart`: this file was cut, and is read from its beginning. */
type Step = 'read' | 'wait' | 'reopen' | 'restart';

/**
 * A file that was replaced is read to its end first.
 * @param size of the open file, bytes
 * @param offset how far it was read, bytes
 * @param isReplaced whether the path leads to another file
 */
export function nextStep(size: number, offset: number, isReplaced: boolean): Step {
  if (size < offset) return 'restart';
  if (size > offset) return 'read';
  return isReplaced ? 'reopen' : 'wait';
}

/** A line and its number in the file, from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

export interface Lines {
  /** @returns the lines that the bytes complete */
  take(bytes: Uint8Array): readonly Line[];
  /** Counts lines that nobody wants; the first one is returned, for its header. */
  skip(bytes: Uint8Array): readonly Line[];
  /** The last line, if no line end follows it. */
  rest(): readonly Line[];
  restart(): void;
}

const LF = 10;
/** Bytes; a longer line is no tick. */
const MAX_LINE = 4_096;

export function createLines(): Lines {
  let number = 0;
  /** Bytes before the first line end: a character may be cut in two. */
  let partial: Uint8Array = new Uint8Array();
  const split = (bytes: Uint8Array, isWanted: (number: number) => boolean): readonly Line[] => {
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      number++;
      if (isWanted(number)) {
        const line = Buffer.concat([partial, bytes.subarray(start, end)]);
        lines.push({ number, text: line.length > MAX_LINE ? 'a line without end' : line.toString() });
      }
      partial = new Uint8Array();
      start = end + 1;
    }
    partial = Buffer.concat([partial, bytes.subarray(start)]).subarray(0, MAX_LINE + 1);
    return lines;
  };
  return {
    take: (bytes) => split(bytes, () => true),
    skip: (bytes) => split(bytes, (line) => line === 1),
    rest() {
      const text = Buffer.from(partial).toString();
      partial = new Uint8Array();
      return text === '' ? [] : [{ number: ++number, text }];
    },
    restart() {
      number = 0;
      partial = new Uint8Array();
    },
  };
}
