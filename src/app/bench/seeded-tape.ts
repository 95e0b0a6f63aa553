import type { WireInstrument } from '../../../shared/contract/market.ts';

const START_MS = Date.UTC(2026, 2, 4, 12, 0, 0);
const INSTRUMENTS = 100;
const FRAMES_PER_SECOND = 30;
/** Instruments that change with a frame. */
const ROWS = 50;
const SEED = 7;

/** A recording of a market in which 1,500 prices a second change: the same on every device, digit by digit. */
export function seededTape(seconds: number): File {
  const random = seeded(SEED);
  const points = Array.from({ length: INSTRUMENTS }, () => 100_000 + Math.floor(random() * 50_000));
  const opens = [...points];
  const lines = [
    { format: 'socket-recording', version: 1, started_at: new Date(START_MS).toISOString(), app: '' },
    { at: 0, kind: 'open' },
    {
      at: 0,
      kind: 'http',
      path: '/v1/api/forex/trade_list',
      query: {},
      body: { code: 1, msg: '', data: { list: points.map((_, at) => instrument(at + 1)) } },
    },
    { at: 0, kind: 'out', text: '{"cmd":"sub","topic":"DAY_MARKET"}' },
    { at: 0, kind: 'in', text: '{"cmd":"sub","topic":"DAY_MARKET","code":1,"msg":""}' },
  ].map((line) => JSON.stringify(line));
  const row = (at: number, ts: number) => [at + 1, (points[at] ?? 0) / 1e5, (opens[at] ?? 0) / 1e5, 1, ts];
  for (let frame = 0; frame < seconds * FRAMES_PER_SECOND; frame++) {
    const at = Math.round((frame * 1000) / FRAMES_PER_SECOND);
    // The first frame is the snapshot of all.
    const changed = frame === 0 ? points.map((_, index) => index) : draw(random);
    for (const index of changed)
      points[index] = Math.max(1, (points[index] ?? 1) + Math.floor(random() * 41) - 20);
    const data = changed.map((index) => row(index, START_MS + at));
    const text = JSON.stringify({ topic: 'DAY_MARKET', seq: frame + 1, ts: START_MS + at, data });
    lines.push(JSON.stringify({ at, kind: 'in', text }));
  }
  return new File([`${lines.join('\n')}\n`], 'seeded-tape.jsonl');
}

const draw = (random: () => number): readonly number[] => {
  const first = Math.floor(random() * INSTRUMENTS);
  return Array.from({ length: ROWS }, (_, at) => (first + at * 3) % INSTRUMENTS);
};

const instrument = (id: number): WireInstrument => ({
  Id: id,
  Code: `TAPE${id}`,
  ShowCode: `TAPE${id}`,
  Logo: '',
  CategoryId: 1,
  MarketStatus: 1,
  PricePrecision: 5,
  Pip: 0.01,
  ForexMinCont: 0.01,
  ForexContNum: 100_000,
  ForexFeeRate: 0.0005,
  MarginMode: 0,
  HasForexMultiple: [{ Value: 100 }],
  ForexQuotations: { Open: 0, Close: 0, Change: 0 },
  QuoteCurrency: 'USD',
  SettleCode: '',
});

/** The minimal standard generator of Park and Miller: exact in doubles, so that all engines agree. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
