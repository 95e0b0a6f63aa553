import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price as priceOf, priceToWire } from '../../../shared/domain/price.ts';
import {
  createDeltaDecoder,
  createDeltaEncoder,
  type DeltaEncoder,
  deltaHead,
  marketText,
  type PointsRow,
  WHOLE_EVERY_MS,
} from '../../../shared/stream/delta-frame.ts';
import { createMarketRows } from '../../../shared/stream/market-scanner.ts';
import { judgeFrame, topicOrder } from '../../../shared/stream/topic-order.ts';

const TS = 1_790_000_000_000;
const STEP_MS = 20;

const base: PointsRow = {
  id: 1,
  precision: 5,
  close: 108_512,
  open: 108_000,
  status: 1,
  timeMs: TS,
  ask: 108_512,
};

/** The frame's text as `JSON.stringify` prints it, times rounded to steps. */
function printed(seq: number, ts: number, rows: readonly PointsRow[], hasAsk: boolean): string {
  const data = rows.map(({ id, precision, close, open, status, timeMs, ask }) => {
    const wire = (points: number) => priceToWire(priceOf(points), precision);
    const time = ts - Math.ceil((ts - timeMs) / STEP_MS) * STEP_MS;
    return [id, wire(close), wire(open), status, time, ...(hasAsk && ask !== close ? [wire(ask)] : [])];
  });
  return JSON.stringify({ topic: 'DAY_MARKET', seq, ts, data });
}

function frameOf(seq: number, ts: number, body: Uint8Array | undefined): Uint8Array {
  if (body === undefined) throw new Error('no snapshot yet');
  return Buffer.concat([Buffer.from(deltaHead({ seq, ts }), 'latin1'), body]);
}

function reader() {
  const decode = createDeltaDecoder();
  const [head, rows] = [{ seq: 0, ts: 0 }, createMarketRows(1)];
  return (frame: Uint8Array) => {
    const reading = decode(frame, head, rows);
    return { reading, seq: head.seq, text: marketText(head, rows) };
  };
}

/** What happens to a market between two frames. */
interface Move {
  readonly at: number;
  readonly by: number;
  readonly spread: number;
  readonly kind: 'tick' | 'open' | 'close' | 'status' | 'list' | 'precision' | 'far';
}
interface Round {
  readonly moves: readonly Move[];
  readonly ms: number;
  /** Whether a frame follows; otherwise the next one has these rows as well. */
  readonly sends: boolean;
  /** Whether that frame has its rows as they were before the moves. */
  readonly isOlder: boolean;
  /** Somebody else joins after the moves, and takes a snapshot that the first client does not get. */
  readonly joins: boolean;
}

const rounds = fc.array(
  fc.record({
    moves: fc.array(
      fc.record({
        at: fc.nat(30),
        by: fc.integer({ min: -5_000, max: 5_000 }),
        spread: fc.nat(3),
        kind: fc.constantFrom(
          'tick',
          'tick',
          'tick',
          'tick',
          'open',
          'close',
          'status',
          'list',
          'precision',
          'far',
        ),
      } as const),
      { maxLength: 40 },
    ),
    ms: fc.integer({ min: -50, max: WHOLE_EVERY_MS / 3 }),
    sends: fc.boolean(),
    isOlder: fc.boolean(),
    joins: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

function moved(before: PointsRow | undefined, { at, by, spread, kind }: Move, ts: number): PointsRow {
  const row = before ?? { ...base, id: at * 7 + 1, precision: at % 9 };
  const close = Math.max(
    1,
    kind === 'far' ? Math.min(2 ** 52, Math.abs(by) * (2 ** 40 + 1)) : row.close + by,
  );
  return {
    ...row,
    close,
    open: kind === 'open' ? row.open + by : row.open,
    status: kind === 'status' ? 1 - row.status : row.status,
    precision: kind === 'precision' ? (row.precision + 1) % 9 : row.precision,
    timeMs: ts - (by & 255) + (kind === 'close' ? 300 : 0),
    ask: close + spread,
  };
}

/** Runs the rounds. @returns each frame of the group with the text that it stands for, and those of who joined */
function run(all: readonly Round[], hasAsk: boolean) {
  const market = new Map<number, PointsRow>();
  for (let at = 0; at < 20; at++) market.set(at, { ...base, id: at * 7 + 1 });
  const listed = () => [...market.values()];
  // Those that have changed stand first, as the exchange has them.
  const changed = new Set<PointsRow['id']>();
  const inOrder = () => {
    const others = listed().filter(({ id }) => !changed.has(id));
    return [...changed].flatMap((at) => listed().find(({ id }) => id === at) ?? []).concat(others);
  };
  const encoder: DeltaEncoder = createDeltaEncoder(inOrder, hasAsk);
  let ts = TS;
  let seq = 1;
  const frames = [
    { frame: frameOf(1, ts, encoder.snapshot(listed(), ts)), text: printed(1, ts, listed(), hasAsk) },
  ];
  const joined: { seq: number; frame: Uint8Array; text: string }[] = [];
  let touched = new Set<number>();
  for (const { moves, ms, sends, isOlder, joins } of all) {
    ts += ms;
    const rowsOf = (some: Iterable<number>) => [...some].flatMap((at) => market.get(at) ?? []);
    const older = isOlder ? rowsOf(touched) : undefined;
    if (isOlder) touched = new Set();
    for (const move of moves) market.set(move.at, moved(market.get(move.at), move, ts));
    for (const { at } of moves) {
      touched.add(at);
      changed.add(at * 7 + 1);
    }
    if (joins)
      joined.push({
        seq,
        frame: frameOf(seq, ts, encoder.snapshot(listed(), ts)),
        text: printed(seq, ts, listed(), hasAsk),
      });
    if (!sends && older === undefined) continue;
    const rows = older ?? rowsOf(touched);
    if (!isOlder) touched = new Set();
    seq++;
    frames.push({ frame: frameOf(seq, ts, encoder.changes(rows, ts)), text: printed(seq, ts, rows, hasAsk) });
  }
  return { frames, joined };
}

describe('a market frame in few bytes', () => {
  it('stands for the text that the exchange would have sent, whoever reads it from its snapshot on', () => {
    fc.assert(
      fc.property(rounds, fc.boolean(), (all, hasAsk) => {
        const { frames, joined } = run(all, hasAsk);
        const read = reader();
        for (const { frame, text } of frames) expect(read(frame)).toMatchObject({ reading: 'rows', text });
        for (const one of joined) {
          const late = reader();
          expect(late(one.frame)).toMatchObject({ reading: 'rows', text: one.text });
          for (const { frame, text } of frames.slice(one.seq))
            expect(late(frame)).toMatchObject({ reading: 'rows', text });
        }
      }),
    );
  });

  it('says nothing, or what its text says, after frames were lost, doubled or swapped', () => {
    const fates = fc.array(fc.constantFrom('sent', 'sent', 'lost', 'doubled', 'late'), {
      minLength: 13,
      maxLength: 13,
    });
    fc.assert(
      fc.property(rounds, fates, (all, fate) => {
        const { frames } = run(all, true);
        const line = frames.flatMap((one, i) => {
          if (fate[i] === 'lost') return [];
          if (fate[i] === 'doubled') return [one, one];
          return fate[i] === 'late' ? [frames[i + 1] ?? one, one] : [one];
        });
        const read = reader();
        let order = topicOrder('asked');
        for (const { frame, text } of line) {
          const one = read(frame);
          const judged = judgeFrame(order, one.seq);
          ({ order } = judged);
          expect(one.reading).not.toBe('headless');
          if (one.reading === 'rows') expect(one.text).toBe(text);
          else expect(one.text).toMatch(/"data":\[\]}$/);
        }
      }),
    );
  });

  it('is bad, never another price, when bytes are changed, cut or added', () => {
    const damage = fc.oneof(
      fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
      fc.record({ kind: fc.constantFrom('cut', 'add'), at: fc.nat(), by: fc.nat(255) } as const),
    );
    fc.assert(
      fc.property(
        rounds,
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (all, damages, which) => {
          const { frames } = run(all, true);
          const hit = which % frames.length;
          const read = reader();
          for (const { frame } of frames.slice(0, hit)) read(frame);
          const struck = frames[hit];
          if (struck === undefined) return;
          let bytes = [...struck.frame];
          for (const { kind, at, by } of damages) {
            const place = at % Math.max(1, bytes.length);
            if (kind === 'flip') bytes[place] = (bytes[place] ?? 0) ^ by;
            else
              bytes =
                kind === 'cut'
                  ? bytes.slice(0, place)
                  : [...bytes.slice(0, place), by, ...bytes.slice(place)];
          }
          const one = read(Uint8Array.from(bytes));
          const ofSeq = (text: string) => text.replace(/"seq":\d+/, '');
          if (one.reading === 'rows') expect(ofSeq(one.text)).toBe(ofSeq(struck.text));
          else if (one.reading !== 'headless') expect(one.text).toMatch(/"data":\[\]}$/);
          // What follows is right, or says nothing.
          for (const { frame, text } of frames.slice(hit + 1)) {
            const next = read(frame);
            if (next.reading === 'rows') expect(next.text).toBe(text);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  // Of the last price a change of bit 31 moves close and ask alike, by the highest bit of the check.
  it.each([108_512, 64_000 * 10 ** 8, 2 ** 31 + 1])(
    'of %d points is refused after any bit of it was changed, unless none of the text has',
    (points) => {
      const one: PointsRow = { ...base, precision: 8, close: points, ask: points };
      const encoder = createDeltaEncoder(() => [one, { ...one, id: 2 }], true);
      const whole = frameOf(200, TS, encoder.snapshot([one, { ...one, id: 2 }], TS));
      const next = { ...one, close: points + 88, ask: points + 88 };
      const change = frameOf(201, TS, encoder.changes([next], TS));
      const sound = reader();
      const texts = [whole, change].map((frame) => sound(frame).text);
      for (const frames of [[whole], [whole, change]])
        for (let bit = 0; bit < 8 * (frames.at(-1)?.length ?? 0); bit++) {
          const read = reader();
          const results = frames.map((frame, i) =>
            read(
              i < frames.length - 1
                ? frame
                : frame.map((byte, at) => byte ^ (at === bit >> 3 ? 1 << (bit & 7) : 0)),
            ),
          );
          const last = results.at(-1);
          if (last?.reading === 'rows') expect(last.text).toBe(frames.length === 1 ? texts[0] : texts[1]);
          else if (last?.reading !== 'headless') expect(last?.text).toMatch(/"data":\[\]}$/);
          if (last?.reading !== 'headless') expect(last?.seq).toBe(199 + frames.length);
        }
    },
  );

  it('is refused whatever random bytes it is made of', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(reader()(bytes).reading).not.toBe('rows');
        expect(reader()(Uint8Array.from([0xd1, 1, 1, 1, 1, ...bytes])).reading).not.toBe('rows');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is whole at least once a minute, so that a reader can begin', () => {
    const row = (i: number): PointsRow => ({ ...base, close: base.close + i });
    const encoder = createDeltaEncoder(() => [row(0)], false);
    encoder.snapshot([row(0)], TS);
    const late = reader();
    const readings = [1, 2, 3].map((i) => {
      const ts = TS + (i * WHOLE_EVERY_MS) / 2;
      return late(frameOf(i + 1, ts, encoder.changes([row(i)], ts))).reading;
    });
    expect(readings).toEqual(['none', 'rows', 'rows']);
  });

  it('of the change of one price takes a byte for each of row, price and time, beside sixteen of its own', () => {
    const rows = Array.from({ length: 24 }, (_, i): PointsRow => ({ ...base, id: i + 1 }));
    const encoder = createDeltaEncoder(() => rows, true);
    encoder.snapshot(rows, TS);
    const later = rows.map((row) => ({ ...row, close: row.close - 15, ask: row.ask - 15, timeMs: TS + 200 }));
    const frame = frameOf(2, TS + 250, encoder.changes(later, TS + 250));
    expect(frame.length).toBeLessThanOrEqual(24 * 2 + 3 + 16);
  });
});
