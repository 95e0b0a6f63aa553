import { CODE } from '../../shared/contract/codes.ts';
import { ORDER_STATUS } from '../../shared/contract/order-row.ts';
import { ROUTES, type RouteName } from '../../shared/contract/routes.ts';
import { isWirePeriod } from '../../shared/domain/period.ts';
import { MAX_PRICE_PRECISION, priceFromWire } from '../../shared/domain/price.ts';
import { changeOf } from '../../shared/domain/quote.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import { KLINE_DEFAULT_LIMIT, KLINE_MAX_LIMIT, PAGE_SIZE, SPARKLINE_MINUTES } from '../../shared/limits.ts';
import { MASK } from '../../shared/private-text.ts';
import type { Fold } from '../fold/fold.ts';
import type { RecordEntry } from '../format/format.ts';
import type { QuoteMinutes } from './quote-minutes.ts';

export type RecordedAnswer = Extract<RecordEntry, { kind: 'http' }>;
type Query = RecordedAnswer['query'];

export interface LiveDeps {
  readonly fold: Fold;
  readonly minutes: QuoteMinutes;
  /** Epoch ms. */
  readonly serverNow: () => number;
}

/** Answers from the recording's current state. */
export interface LiveAnswers {
  /** @returns whether nothing else of it must be kept */
  note(entry: RecordedAnswer): boolean;
  /** Undefined if nothing is known. */
  data(name: RouteName, query: Query): unknown;
}

const UNKNOWN_USER = { uid: 0, email: MASK, phone: '', is_demo: 1, invite_code: MASK };
/** Any text: it is never checked. */
const TOKEN = 'recording';
const MINUTE_S = 60;

export function createLiveAnswers({ fold, minutes, serverNow }: LiveDeps): LiveAnswers {
  const points = new Map<string, readonly (readonly number[])[]>();
  let user: unknown = UNKNOWN_USER;
  let categories: unknown;
  let mode = 0;
  const nowS = () => serverNow() / 1000;
  const codeOf = (id: number) => String(fold.instruments.get(id)?.['Code'] ?? id);

  const candles = ({ forex_id, period, end, limit }: Query) => {
    if (!isWirePeriod(period)) return undefined;
    const id = Number(forex_id);
    const until = end === undefined ? Number.POSITIVE_INFINITY : Number(end);
    const rows = fold.candles
      .period(codeOf(id), id, period)
      .filter(([time]) => time < until && time <= nowS());
    return rows.slice(-Math.min(KLINE_MAX_LIMIT, Number(limit ?? KLINE_DEFAULT_LIMIT)));
  };

  function miniChart(id: string): readonly (readonly number[])[] {
    const from = nowS() - SPARKLINE_MINUTES * MINUTE_S;
    const closes = new Map((points.get(id) ?? []).map(([time = 0, close = 0]) => [time, close]));
    for (const [time, , , , close] of fold.candles.period(codeOf(Number(id)), Number(id), '1min'))
      closes.set(time, close);
    const quoted = [...minutes.of(Number(id))];
    // Only the newest minute's candle can be older than the quote.
    for (const [i, [time, close]] of quoted.entries())
      if (i === quoted.length - 1 || !closes.has(time)) closes.set(time, close);
    return [...closes].filter(([time]) => time > from && time <= nowS()).sort(([a], [b]) => a - b);
  }

  const miniCharts = (ids: readonly string[]) => {
    const lines = ids.map((id) => [id, miniChart(id)] as const);
    return lines.every(([, line]) => line.length === 0) ? undefined : Object.fromEntries(lines);
  };

  const instruments = (isWanted: (row: Fields) => boolean) =>
    fold.instruments.size === 0
      ? undefined
      : { list: [...fold.instruments.values()].filter(isWanted).map((row) => withQuote(fold, row)) };

  const deals = (query: Query) => {
    const status = Number(query['status']);
    if (status === ORDER_STATUS.closed) return undefined;
    const orders = fold.orders.orders()?.filter((row) => row['Status'] === status);
    const from = (Number(query['page'] ?? 1) - 1) * PAGE_SIZE;
    return (
      orders && {
        data: orders.slice(from, from + PAGE_SIZE),
        total: orders.length,
        balance: fold.orders.balance() ?? 0,
        all_fact_profits: 0,
      }
    );
  };

  const table: { readonly [N in RouteName]?: (query: Query) => unknown } = {
    getTradeList: () => instruments(() => true),
    searchInstruments: ({ keyword = '' }) => instruments((row) => isNamed(row, keyword.toLowerCase())),
    getCategories: () => categories ?? categoriesOf(fold),
    getKline: candles,
    getMiniKline: ({ forex_id = '' }) => miniCharts(forex_id.split(',')),
    getFirstMiniKlines: ({ limit, category_id }) => {
      const chosen = [...fold.instruments].filter(
        ([, row]) => category_id === undefined || row['CategoryId'] === Number(category_id),
      );
      return miniCharts(chosen.slice(0, Number(limit)).map(([id]) => String(id)));
    },
    getDeals: deals,
    getBalance: () => balanceOf(fold),
    getAccount: () => {
      const balance = balanceOf(fold);
      return balance && { ...balance, lock_balance: fold.orders.lockBalance() ?? 0 };
    },
    getUser: () => user,
    login: () => ({ token: TOKEN, user }),
    createDemoAccount: () => ({ demo_id: TOKEN }),
    // A replay is never redirected to another site.
    getCompanyStatus: () => ({ status: 0, url: '', mode }),
  };

  return {
    data: (name, query) => table[name]?.(query),
    note({ path, body }) {
      if (!isFields(body) || body['code'] !== CODE.success) return false;
      const { data } = body;
      switch (path) {
        case ROUTES.getUser.path:
          if (isFields(data)) user = data;
          return true;
        case ROUTES.login.path:
          if (isFields(data) && isFields(data['user'])) user = data['user'];
          return true;
        case ROUTES.getCompanyStatus.path:
          if (isFields(data) && typeof data['mode'] === 'number') mode = data['mode'];
          return true;
        case ROUTES.getCategories.path:
          categories = data;
          return true;
        case ROUTES.getMiniKline.path:
        case ROUTES.getFirstMiniKlines.path:
          for (const [id, line] of Object.entries(isFields(data) ? data : {}))
            if (Array.isArray(line)) points.set(id, line.filter(Array.isArray));
          return true;
        default:
          return path === ROUTES.getKline.path;
      }
    },
  };
}

const balanceOf = ({ orders }: Fold) => {
  const balance = orders.balance();
  return balance === undefined ? undefined : { balance };
};

/** The categories that the instruments name, if no list of them was recorded. */
function categoriesOf({ instruments }: Fold): unknown {
  if (instruments.size === 0) return undefined;
  const ids = new Set([...instruments.values()].map((row) => Number(row['CategoryId'])));
  return [...ids].map((id) => ({ Id: id, NameShowTrans: String(id) }));
}

const isNamed = (row: Fields, keyword: string): boolean =>
  [row['Code'], row['ShowCode']].some((name) => String(name).toLowerCase().includes(keyword));

/** An instrument's row with its current quote in place of the listed one. */
function withQuote({ quotes }: Fold, row: Fields): Fields {
  const quote = quotes.wireRow(Number(row['Id']));
  if (quote === undefined) return row;
  const [, close, open, status, , ask] = quote;
  // Rounded as by the exchange: in the most decimals that a price has, the ratio is that of its own.
  const points = (value: number) => priceFromWire(value, MAX_PRICE_PRECISION);
  const change = (changeOf(points(close), points(open)) ?? 0) / 100;
  const prices = { Open: open, Close: close, Change: change, ...(ask === undefined ? {} : { Ask: ask }) };
  return { ...row, MarketStatus: status, ForexQuotations: prices };
}
