import { klineTopic, type Topic } from '../../shared/contract/socket.ts';
import type { WireCandle, WireInstrument, WireQuote } from '../../shared/contract/wire.ts';
import type { RecordBody, RecordEntry } from '../format/format.ts';

/** The records of an app that opens a socket of ours, lists the instruments and subscribes to them all. */
export interface Session {
  /** Opens a connection, after the loss of the one before. Topics count anew. */
  open(atMs: number): void;
  isOpen(): boolean;
  sendQuotes(atMs: number, ts: number, rows: readonly WireQuote[]): void;
  sendCandle(atMs: number, ts: number, code: string, row: WireCandle): void;
  /** The records since the last call. */
  written(): readonly RecordEntry[];
}

/** The link to the venue broke. */
const ABNORMAL_CLOSE = 1006;

export function createSession(startMs: number, instruments: readonly WireInstrument[]): Session {
  const topics: readonly Topic[] = ['DAY_MARKET', ...instruments.map(({ Code }) => klineTopic(Code))];
  let seqs = new Map<Topic, number>();
  let entries: RecordEntry[] = [];
  let opened = 0;

  const put = (atMs: number, body: RecordBody) => entries.push({ at: atMs - startMs, ...body });
  const tell = (atMs: number, kind: 'in' | 'out', frame: object) =>
    put(atMs, { kind, text: JSON.stringify(frame) });

  function send(atMs: number, ts: number, topic: Topic, data: unknown): void {
    const seq = (seqs.get(topic) ?? 0) + 1;
    seqs.set(topic, seq);
    tell(atMs, 'in', { topic, seq, ts, data });
  }

  function list(atMs: number): void {
    const body = { code: 1, msg: '', data: { list: instruments } };
    put(atMs, { kind: 'http', path: '/v1/api/forex/trade_list', query: {}, body });
  }

  return {
    open(atMs) {
      if (opened > 0) put(atMs, { kind: 'close', code: ABNORMAL_CLOSE });
      seqs = new Map();
      put(atMs, { kind: 'open' });
      if (opened === 0) list(atMs);
      opened++;
      for (const topic of topics) tell(atMs, 'out', { cmd: 'sub', topic });
      for (const topic of topics) tell(atMs, 'in', { cmd: 'sub', topic, code: 1, msg: '' });
    },
    isOpen: () => opened > 0,
    sendQuotes: (atMs, ts, rows) => send(atMs, ts, 'DAY_MARKET', rows),
    sendCandle: (atMs, ts, code, row) => send(atMs, ts, klineTopic(code), row),
    written() {
      const all = entries;
      entries = [];
      return all;
    },
  };
}
