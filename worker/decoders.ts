import type { HistoryPage } from '../shared/bridge/worker-api.ts';
import { decodeInstruments, decodeOrder } from '../shared/contract/decode.ts';
import type { WireCategory } from '../shared/contract/wire.ts';
import type { WireBaseData, WireCompanyStatus } from '../shared/contract/wire-content.ts';
import type { WireLeader, WireUser } from '../shared/contract/wire-people.ts';
import type { CandleRow } from '../shared/domain/candle.ts';
import type { Instrument } from '../shared/domain/instrument.ts';
import { moneyFromWire } from '../shared/domain/money.ts';
import type { ClosedOrder, Order } from '../shared/domain/order.ts';
import { priceFromWire } from '../shared/domain/price.ts';
import { isNumbers } from '../shared/stream/frame-decoder.ts';

/** Answers of calls: unknown -> value, undefined when the answer is not what the contract says. */
export type Decoder<T> = (value: unknown) => T | undefined;

type Kind = 'number' | 'string';
type ValueOf<K extends Kind> = K extends 'number' ? number : string;

/** An object with exactly known fields of one kind each. */
export function fieldsOf<S extends Record<string, Kind>>(
  shape: S,
): Decoder<{ readonly [N in keyof S]: ValueOf<S[N]> }> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const held: Record<string, unknown> = {};
    for (const [name, kind] of Object.entries(shape)) {
      const field: unknown = Reflect.get(value, name);
      if (typeof field !== kind) return undefined;
      held[name] = field;
    }
    // Each field was just seen to be of its kind.
    return held as { readonly [N in keyof S]: ValueOf<S[N]> };
  };
}

export const listOf =
  <T>(decode: Decoder<T>): Decoder<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const items: T[] = [];
    for (const one of value) {
      const item = decode(one);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  };

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const userFields = fieldsOf({
  uid: 'number',
  email: 'string',
  phone: 'string',
  is_demo: 'number',
  invite_code: 'string',
});

export const decodeUser: Decoder<WireUser> = (value) => {
  const user = userFields(value);
  const area = field(value, 'area_code');
  return user && (typeof area === 'string' ? { ...user, area_code: area } : user);
};

export const decodeLogin: Decoder<{ readonly token: string; readonly user: WireUser }> = (value) => {
  const head = fieldsOf({ token: 'string' })(value);
  const user = decodeUser(field(value, 'user'));
  return head === undefined || user === undefined ? undefined : { token: head.token, user };
};

export const decodeDemoId: Decoder<{ readonly demo_id: string }> = fieldsOf({ demo_id: 'string' });

export const decodeCategories: Decoder<readonly WireCategory[]> = listOf(
  fieldsOf({ Id: 'number', NameShowTrans: 'string' }),
);

export const decodeCompanyStatus: Decoder<WireCompanyStatus> = fieldsOf({
  status: 'number',
  url: 'string',
  mode: 'number',
});

const baseFields = fieldsOf({
  service_link: 'string',
  service_link_type: 'number',
  verify_reg_type: 'number',
  trade_fee_type: 'number',
});
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const areaCodes = listOf(fieldsOf({ id: 'number', code: 'string', global_code: 'string' }));

export const decodeBaseData: Decoder<WireBaseData> = (value) => {
  const base = baseFields(value);
  const codes = areaCodes(field(value, 'area_codes'));
  if (base === undefined || codes === undefined) return undefined;
  const blocked = field(value, 'blocked_countries');
  return { ...base, area_codes: codes, ...(isTexts(blocked) ? { blocked_countries: blocked } : {}) };
};

export const decodeLeaders: Decoder<readonly WireLeader[]> = listOf(
  fieldsOf({
    user: 'string',
    multiple: 'number',
    three_week_rate: 'number',
    three_week_win: 'number',
    three_week_profit: 'number',
    total_rate: 'number',
    total_trade_num: 'number',
    code: 'string',
  }),
);

export const decodeInstrumentList: Decoder<readonly Instrument[]> = (value) => {
  const list = decodeInstruments(value);
  return list.ok ? list.value : undefined;
};

export const decodeOneOrder: Decoder<Order> = (value) => {
  const order = decodeOrder(value);
  return order.ok ? order.value : undefined;
};

const isClosed = (order: Order): order is ClosedOrder => order.status === 'closed';
const pageFields = fieldsOf({ total: 'number', balance: 'number', all_fact_profits: 'number' });
const orderList = listOf(decodeOneOrder);

/** A page of closed orders; cancelled ones have no place in it. */
export const decodeHistory: Decoder<HistoryPage> = (value) => {
  const page = pageFields(value);
  const orders = orderList(field(value, 'data'));
  if (page === undefined || orders === undefined) return undefined;
  return {
    orders: orders.filter(isClosed),
    total: page.total,
    balance: moneyFromWire(page.balance),
    realisedTotal: moneyFromWire(page.all_fact_profits),
  };
};

/** [Time, Open, High, Low, Close, Volume] with decimals to the same in points. */
export function decodeCandle(value: unknown, precision: number): CandleRow | undefined {
  if (!isNumbers(value) || value.length !== 6) return undefined;
  const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = value;
  if (!Number.isSafeInteger(time)) return undefined;
  const points = (wire: number) => priceFromWire(wire, precision);
  return [time, points(open), points(high), points(low), points(close), volume];
}

/** Candles oldest first; undefined when one is malformed or out of order. */
export const candlesDecoder =
  (precision: number): Decoder<readonly CandleRow[]> =>
  (value) => {
    const rows = listOf((row) => decodeCandle(row, precision))(value);
    return rows?.every((row, at) => at === 0 || row[0] > (rows[at - 1]?.[0] ?? 0)) ? rows : undefined;
  };

/** Mini chart points of one instrument: [Time, Close][]. */
export const decodePoints: Decoder<readonly (readonly [number, number])[]> = listOf((row) =>
  isNumbers(row) && row.length === 2 ? [row[0] ?? 0, row[1] ?? 0] : undefined,
);
