import { type AckFrame, PONG } from '../contract/socket.ts';
import { parseJson } from '../json.ts';
import type { Counters } from './counters.ts';
import { createDeltaDecoder } from './delta-frame.ts';
import {
  addRow,
  createMarketRows,
  createScan,
  LEAST_ROW_LENGTH,
  type MarketHead,
  type MarketRows,
  ROW_LENGTH,
  scanMarketFrame,
} from './market-scanner.ts';

/**
 * A decoded frame of the server; the data of other topics stays raw. `rows` and `plain` are valid until the next
 * frame.
 */
export type Frame =
  | { readonly kind: 'pong' }
  | { readonly kind: 'ack'; readonly ack: AckFrame }
  | {
      readonly kind: 'market';
      readonly topic: 'DAY_MARKET';
      readonly seq: number;
      readonly ts: number;
      readonly rows: MarketRows;
      /**
       * The text's bytes, all ASCII, with older bytes behind them; only for a frame in the exact shape that the server
       * prints.
       */
      readonly plain?: Uint8Array;
      /** Of a frame in few bytes whose rows are not known: it is damaged, or it follows a frame that is missing. */
      readonly unread?: 'bad' | 'none';
    }
  | {
      readonly kind: 'data';
      readonly topic: string;
      readonly seq: number;
      readonly ts: number;
      readonly data: unknown;
    };

/** @returns undefined for a frame that was dropped and counted */
export type FrameDecoder = (data: string | Uint8Array) => Frame | undefined;

const MARKET = 'DAY_MARKET';

export function createFrameDecoder(counters: Counters): FrameDecoder {
  const head: MarketHead = { seq: 0, ts: 0 };
  const rows = createMarketRows();
  const scan = createScan();
  const readDelta = createDeltaDecoder();

  function deltaFrame(bytes: Uint8Array): Frame | undefined {
    const reading = readDelta(bytes, head, rows);
    if (reading === 'headless') counters.malformedFrame++;
    if (reading === 'bad') counters.malformedRow++;
    if (reading === 'headless') return undefined;
    const { seq, ts } = head;
    return {
      kind: 'market',
      topic: MARKET,
      seq,
      ts,
      rows,
      ...(reading === 'rows' ? {} : { unread: reading }),
    };
  }

  return (text) => {
    if (typeof text !== 'string') return deltaFrame(text);
    if (scanMarketFrame(scan, text, head, rows))
      return { kind: 'market', topic: MARKET, seq: head.seq, ts: head.ts, rows, plain: scan.bytes };
    if (text === PONG) return { kind: 'pong' };
    const value = parseJson(text);
    if (value === undefined) {
      counters.malformedJson++;
      return undefined;
    }
    const frame = frameOf(value, rows, counters);
    if (frame === undefined) counters.malformedFrame++;
    return frame;
  };
}

const COMMANDS = ['login', 'logout', 'sub', 'unsub', 'error'] as const;

function frameOf(value: unknown, rows: MarketRows, counters: Counters): Frame | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('cmd' in value) return ackOf(value);
  if (!('topic' in value) || !('seq' in value) || !('ts' in value) || !('data' in value)) return undefined;
  const { topic, seq, ts, data } = value;
  if (typeof topic !== 'string' || typeof seq !== 'number' || typeof ts !== 'number') return undefined;
  if (!Number.isSafeInteger(seq) || !Number.isFinite(ts)) return undefined;
  if (topic !== MARKET) return { kind: 'data', topic, seq, ts, data };
  if (!Array.isArray(data)) return undefined;
  readRows(data, rows, counters);
  return { kind: 'market', topic, seq, ts, rows };
}

function ackOf(value: { readonly cmd: unknown }): Frame | undefined {
  const cmd = COMMANDS.find((one) => one === value.cmd);
  if (cmd === undefined || !('code' in value) || typeof value.code !== 'number') return undefined;
  const msg = 'msg' in value && typeof value.msg === 'string' ? value.msg : '';
  const topic = 'topic' in value && typeof value.topic === 'string' ? value.topic : undefined;
  return { kind: 'ack', ack: { cmd, code: value.code, msg, ...(topic === undefined ? {} : { topic }) } };
}

function readRows(data: readonly unknown[], rows: MarketRows, counters: Counters): void {
  rows.count = 0;
  for (const row of data) {
    if (!isNumbers(row) || row.length < LEAST_ROW_LENGTH || row.length > ROW_LENGTH) {
      counters.malformedRow++;
      continue;
    }
    addRow(rows, row);
  }
}

/** Whether a wire value is an array of finite numbers. */
export const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number' && Number.isFinite(one));
