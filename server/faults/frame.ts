/** The part of a data frame that is its subscriber's own. */
export interface Head {
  /** The topic's name as JSON text. */
  readonly topic: string;
  readonly seq: number;
  readonly ts: number;
}

const HEAD = /^\{"topic":("(?:[^"\\]|\\.)*"),"seq":(\d+),"ts":(\d+),"data":$/;
const QUOTES = '"DAY_MARKET"';
/** Where a row of quotes has its time. */
const TIME = 4;

export function readHead(text: string): Head | undefined {
  const [, topic, seq, ts] = HEAD.exec(text) ?? [];
  return topic === undefined ? undefined : { topic, seq: Number(seq), ts: Number(ts) };
}

export const writeHead = ({ topic, seq, ts }: Head): string =>
  `{"topic":${topic},"seq":${seq},"ts":${ts},"data":`;

/** Quotes carry the time of their tick; candles name a minute, which stays the one it is. */
export function shiftTimes(topic: string, body: Buffer, ms: number): Buffer {
  if (topic !== QUOTES) return body;
  // The body ends with the frame's own brace.
  const rows: readonly (readonly number[])[] = JSON.parse(body.toString('utf8', 0, body.length - 1));
  const shifted = rows.map((row) => row.map((value, at) => (at === TIME && value > 0 ? value + ms : value)));
  return Buffer.from(`${JSON.stringify(shifted)}}`);
}
