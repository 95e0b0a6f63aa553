import { entryLine, headerLine, type RecordBody, type RecordEntry } from '../../../replay/format/format.ts';
import type { TextSource } from '../../../replay/format/lines.ts';
import { bucketStart } from '../../../shared/domain/period.ts';
import { wireInstrument, wireOrder } from '../../helpers/wire-rows.ts';

export const START_MS = Date.UTC(2026, 0, 5, 10, 0, 0);
/** The exchange's clock against the phone's. */
export const AHEAD_MS = 1_500;
const MINUTE_S = 60;

export interface Script {
  add(at: number, body: RecordBody): void;
  in(at: number, frame: unknown): void;
  out(at: number, frame: unknown): void;
  data(at: number, topic: string, data: unknown, skip?: number): void;
  sub(at: number, topic: string): void;
  http(at: number, path: string, data: unknown, query?: Readonly<Record<string, string>>): void;
  /** Numbers start at 1 again. */
  open(at: number): void;
  text(): string;
}

/** Builds a recording by hand. */
export function createScript(): Script {
  const entries: RecordEntry[] = [];
  let seqs = new Map<string, number>();
  const add = (at: number, body: RecordBody) => void entries.push({ at, ...body });
  const script: Script = {
    add,
    in: (at, frame) => add(at, { kind: 'in', text: JSON.stringify(frame) }),
    out: (at, frame) => add(at, { kind: 'out', text: JSON.stringify(frame) }),
    data(at, topic, data, skip = 0) {
      const seq = (seqs.get(topic) ?? 0) + 1 + skip;
      seqs.set(topic, seq);
      script.in(at, { topic, seq, ts: START_MS + AHEAD_MS + at - 20, data });
    },
    sub(at, topic) {
      script.out(at, { cmd: 'sub', topic });
      script.in(at + 10, { cmd: 'sub', topic, code: 1, msg: '' });
    },
    http: (at, path, data, query = {}) =>
      add(at, { kind: 'http', path, query, body: { code: 1, msg: '', data } }),
    open(at) {
      seqs = new Map();
      add(at, { kind: 'open' });
    },
    text() {
      const lines = entries.toSorted((a, b) => a.at - b.at).map(entryLine);
      return `${[headerLine(START_MS, 'test'), ...lines].join('\n')}\n`;
    },
  };
  return script;
}

export const sourceOf = (text: string, partLength = 5_000): TextSource =>
  async function* () {
    for (let at = 0; at < text.length; at += partLength) yield text.slice(at, at + partLength);
  };

const instrument = (Id: number, Code: string, PricePrecision: number) =>
  wireInstrument(Id, Code, PricePrecision, {
    ForexContNum: Id === 1 ? 100_000 : 1,
    ForexFeeRate: 1,
    ForexQuotations: { Open: 1, Close: 1, Change: 0 },
  });

export const INSTRUMENTS = [instrument(1, 'EURUSD', 5), instrument(2, 'BTCUSD', 2)];

export const order = (Id: number, Status: number, more = {}) =>
  wireOrder(Id, Status, {
    ForexTradeLists: { ShowCode: 'EURUSD', Code: 'EURUSD', PricePrecision: 5 },
    Quantity: 0.1,
    OriginPrice: Status === 0 ? 0 : 1.1,
    Price: 1.1,
    UpdatePrice: 1.1,
    CautionMoney: 110,
    TradeFee: 1,
    CreateTimeHandler: '2026-01-05T09:00:00.000Z',
    CloseTimeHandler: Status === 3 ? '2026-01-05T10:01:30.000Z' : '',
    ...more,
  });

const account = (balance: number) => ({ balance, lock_balance: 110 });
const priceAt = (at: number) => Number((1.1 + ((at * 7919) % 997) / 100_000).toFixed(5));
const quote = (Id: number, at: number) => [
  Id,
  Id === 1 ? priceAt(at) : Number((90_000 + ((at * 31) % 4_999) / 100).toFixed(2)),
  Id === 1 ? 1.09 : 89_000,
  1,
  START_MS + AHEAD_MS + at - 30,
];

/** The exchange's own minutes, from the prices. */
function createMinutes() {
  const rows = new Map<number, [number, number, number, number, number, number]>();
  return (at: number, price: number) => {
    const time = bucketStart(Math.floor((START_MS + AHEAD_MS + at) / 1000), MINUTE_S);
    const row = rows.get(time) ?? [time, price, price, price, price, 0];
    const [, open, high, low, , volume] = row;
    rows.set(time, [time, open, Math.max(high, price), Math.min(low, price), price, volume + 1]);
    return { row: rows.get(time), all: [...rows.values()] };
  };
}

/** Subscribes as the app does, and answers with the first frames. */
function enter(script: Script, at: number, orders: readonly unknown[], balance: number): void {
  script.open(at);
  for (const topic of ['DAY_MARKET', 'KLINE.EURUSD']) script.sub(at + 1, topic);
  script.out(at + 2, { cmd: 'login', params: { token: '***' } });
  script.in(at + 20, { cmd: 'login', topic: '', code: 1, msg: '' });
  script.data(at + 25, 'DAY_MARKET', [quote(1, at), quote(2, at)]);
  for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED']) script.sub(at + 30, topic);
  script.data(at + 50, 'FOREX_CLOSED', { ids: [] });
  script.data(at + 55, 'FOREX_TRADE', { orders, account: account(balance) });
}

/** A minute and a half with a closed order, six seconds without a connection, and a gap in the market. */
export function eventfulRecording(): string {
  const script = createScript();
  const minutes = createMinutes();
  for (let at = -1_800_000; at < 0; at += 10_000) minutes(at, priceAt(at + 2_000_000));
  script.http(1, '/v1/api/forex/trade_list', { list: INSTRUMENTS });
  script.http(2, '/v1/api/forex/getCategories', [{ Id: 1, NameShowTrans: 'Forex' }]);
  script.http(3, '/api/user/info', { uid: 7, email: '***', phone: '', is_demo: 1, invite_code: '***' });
  script.http(4, '/v1/api/forex/kline', minutes(0, 1.1).all, { forex_id: '1', period: '1min', limit: '500' });
  enter(script, 20, [order(1, 1), order(2, 1)], 1_000);
  const lost = { from: 120_000, to: 126_000 };
  for (let at = 1_000; at <= 200_000; at += 250) {
    const { row, all } = minutes(at, priceAt(at));
    if (at === lost.from) script.add(at, { kind: 'close', code: 1006 });
    if (at === lost.to) {
      enter(script, at, [order(2, 1), order(3, 0, { Price: 1.05 })], 1_050.5);
      script.http(at + 60, '/v1/api/forex/kline', all, { forex_id: '1', period: '1min', limit: '15' });
      script.data(at + 70, 'KLINE.EURUSD', row);
    }
    if (at >= lost.from && at <= lost.to) continue;
    if (at === 150_000) gap(script, at - 100);
    script.data(at, 'DAY_MARKET', at % 500 === 0 ? [quote(1, at), quote(2, at)] : [quote(1, at)]);
    if (at % 1_000 === 0) script.data(at, 'KLINE.EURUSD', row);
    if (at === 90_000) {
      script.data(at, 'FOREX_TRADE', { orders: [order(1, 3)], account: account(1_040.25) });
      script.data(at, 'FOREX_CLOSED', { ids: [1] });
      script.add(at, { kind: 'command', name: 'mark', args: ['closed'] });
    }
  }
  return script.text();
}

/** A frame is missing: the engine requests a snapshot. */
function gap(script: Script, at: number): void {
  script.data(at, 'DAY_MARKET', [quote(2, at)], 3);
  script.out(at, { cmd: 'unsub', topic: 'DAY_MARKET' });
  script.out(at, { cmd: 'sub', topic: 'DAY_MARKET' });
  script.in(at + 5, { cmd: 'unsub', topic: 'DAY_MARKET', code: 1, msg: '' });
  script.in(at + 5, { cmd: 'sub', topic: 'DAY_MARKET', code: 1, msg: '' });
  script.data(at + 6, 'DAY_MARKET', [quote(1, at), quote(2, at)]);
}
