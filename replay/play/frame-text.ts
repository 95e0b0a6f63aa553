/** What follows the number in a data frame's text: time and data, exactly as they were recorded. */
export interface FrameTail {
  readonly ts: number;
  /** From the comma behind the number to the end. */
  readonly text: string;
}

const HEAD = /^\{"topic":"[^"\\]*","seq":\d+(?=,"ts":(\d+(?:\.\d+)?),)/;

/** @param text a data frame that was decoded already */
export function tailOf(text: string): FrameTail {
  const head = HEAD.exec(text);
  if (head !== null) return { ts: Number(head[1]), text: text.slice(head[0].length) };
  const { ts, data }: { readonly ts: number; readonly data: unknown } = JSON.parse(text);
  return { ts, text: tail(ts, JSON.stringify(data)) };
}

export const tail = (ts: number, data: string): string => `,"ts":${ts},"data":${data}}`;

export const frame = (topic: string, seq: number, rest: string): string =>
  `{"topic":${JSON.stringify(topic)},"seq":${seq}${rest}`;
