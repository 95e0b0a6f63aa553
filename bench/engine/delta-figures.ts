import {
  createDeltaDecoder,
  createDeltaEncoder,
  deltaHead,
  marketText,
  type PointsRow,
} from '../../shared/stream/delta-frame.ts';
import { createMarketRows } from '../../shared/stream/market-scanner.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { besides } from '../figures/figure.ts';
import type { Planned } from '../figures/planned.ts';
import type { BenchMarket } from './bench-market.ts';
import { comparedCalls, pick, type Rounds } from './compared-calls.ts';

/** Rows of a phone's screen, and of everything. */
const ROWS = [24, 500];
/** Number of states of the market, after the last of which the first comes again. */
const STATES = 16;
/** Bytes of `seq`. All frames have the same number of them, so each call can overwrite `seq` in place. */
const SEQ_BYTES = 4;
const TS = 1_700_000_000_000;
const TIME = deltaHead({ seq: 0, ts: TS }).slice(2, -1);
const SEQ_AT = [1, 1 + SEQ_BYTES + TIME.length];

/** Reading a frame in few bytes, beside JSON.parse of the text that it stands for. */
export const deltaFigures = (market: BenchMarket, rounds: Rounds): readonly Planned[] =>
  ROWS.map((count) => ({
    name: `decoding a frame of ${count} rows in few bytes vs JSON.parse of its text`,
    row: 'P27',
    unit: 'µs',
    goal: budgets.engine.deltaToJsonParse,
    async measure() {
      const { take, texts, bytes } = loopOf(market, count);
      const parse = (call: number) => JSON.parse(pick(texts, call));
      const compared = await comparedCalls(rounds, take, 'JSON.parse', parse);
      return besides(compared, 'JSON.parse', `${bytes} bytes beside ${texts[0]?.length}`);
    },
  }));

/** Frames that lead from each state to the next and from the last to the first, and their texts. */
function loopOf(market: BenchMarket, count: number) {
  const states = Array.from({ length: STATES }, (_, state) => rowsOf(market, count, state));
  const [first = []] = states;
  const encoder = createDeltaEncoder(() => first, false);
  const decode = createDeltaDecoder();
  const [head, rows] = [{ seq: 0, ts: 0 }, createMarketRows()];
  let seq = 0;
  const read = (frame: Uint8Array) => {
    seq++;
    for (const at of SEQ_AT)
      for (let i = 0; i < SEQ_BYTES; i++)
        frame[at + i] = ((seq >> (7 * i)) & 127) | (i < SEQ_BYTES - 1 ? 128 : 0);
    if (decode(frame, head, rows) !== 'rows') throw new Error('a frame in few bytes could not be read');
    return rows;
  };
  read(frameOf(encoder.snapshot(first, TS)));
  const frames = [...states.slice(1), first].map((next) => frameOf(encoder.changes(next, TS)));
  const texts = frames.map((frame) => marketText(head, read(frame)));
  return { texts, bytes: frames[0]?.length, take: () => read(pick(frames, seq - 1)) };
}

function frameOf(body: Uint8Array | undefined): Uint8Array {
  const [seq, first] = ['\0'.repeat(SEQ_BYTES), deltaHead({ seq: 0, ts: TS }).slice(0, 1)];
  const head = Buffer.from(first + seq + TIME + seq, 'latin1');
  return Buffer.concat([head, body ?? Buffer.alloc(0)]);
}

const rowsOf = ({ instruments, pricesAt }: BenchMarket, count: number, state: number): readonly PointsRow[] =>
  instruments.slice(0, count).map(({ id, precision }, at) => {
    const close = pricesAt(state).get(id) ?? 0;
    const open = pricesAt(0).get(id) ?? 0;
    return { id, precision, close, open, status: 1, timeMs: TS - ((at * 37) % 250), ask: close };
  });
