import { canonicalJson } from '../../shared/canonical-json.ts';
import { decodeInstruments } from '../../shared/contract/domain.ts';
import { decodeOrder } from '../../shared/contract/order-row.ts';
import { accountTotals } from '../../shared/domain/account.ts';
import type { CandleRow } from '../../shared/domain/candle.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { type Money, money, moneyFromWire, moneyToWire, withinMoney } from '../../shared/domain/money.ts';
import type { Position } from '../../shared/domain/order.ts';
import type { WirePeriod } from '../../shared/domain/period.ts';
import type { Fields } from '../../shared/json.ts';
import { createPositionBook } from '../../shared/stream/position-book.ts';
import type { Fold, FoldCounters } from './fold.ts';

/** [Close, Open, MarketStatus, Time] as on the wire, and the ask where it is another price. */
type QuoteView = readonly number[];

/** Amounts in the account's currency, ratios in percent; null while unknown. */
interface AccountView {
  readonly balance: number | null;
  readonly lock_balance: number | null;
  readonly total_profit: number | null;
  readonly net_value: number | null;
  readonly current_margin: number | null;
  readonly available_prepayment: number | null;
  readonly prepayment_ratio: number | null;
  readonly risk_rate: number | null;
}

/** What `--state` prints; docs/recordings.md, "State and digest". Prices in decimals as on the wire. */
export interface State {
  readonly quotes: Readonly<Record<string, QuoteView>>;
  readonly candles: Readonly<Record<string, Readonly<Record<WirePeriod, readonly CandleRow[]>>>>;
  /** Pending and open orders, by rising id. */
  readonly orders: readonly Fields[];
  readonly account: AccountView;
  readonly counters: Readonly<FoldCounters>;
}

export interface DigestedState extends State {
  /** SHA-256 of the other fields as canonical JSON, hexadecimal. */
  readonly digest: string;
}

export function stateOf(fold: Fold): State {
  const idOf = new Map<string, number>();
  for (const [id, row] of fold.instruments) if (typeof row['Code'] === 'string') idOf.set(row['Code'], id);
  return {
    quotes: quotesOf(fold),
    candles: fold.candles.view(idOf),
    orders: fold.orders.orders() ?? [],
    account: accountOf(fold),
    counters: { ...fold.counters },
  };
}

export async function digestedState(fold: Fold): Promise<DigestedState> {
  const state = stateOf(fold);
  return { ...state, digest: await sha256(canonicalJson(state)) };
}

/** By code; by id if the instrument was not listed. */
function quotesOf({ quotes, instruments }: Fold): Record<string, QuoteView> {
  const byCode: Record<string, QuoteView> = {};
  for (const [id, ...quote] of quotes.wireRows()) {
    const code = instruments.get(id)?.['Code'];
    byCode[typeof code === 'string' ? code : String(id)] = quote;
  }
  return byCode;
}

function accountOf(fold: Fold): AccountView {
  const balance = amountOf(fold.orders.balance());
  const positions = positionsOf(fold.orders.orders());
  const book = positions && bookOf(fold, positions);
  const floating = book === undefined ? Number.NaN : book.total();
  const totals =
    balance === undefined || book === undefined || Number.isNaN(floating)
      ? undefined
      : withinMoney(() => accountTotals(balance, money(floating), money(book.margin)));
  return {
    balance: decimal(balance),
    lock_balance: decimal(amountOf(fold.orders.lockBalance())),
    total_profit: decimal(totals?.floatingPnl),
    net_value: decimal(totals?.equity),
    current_margin: decimal(totals?.margin),
    available_prepayment: decimal(totals?.freeMargin),
    prepayment_ratio: percent(totals?.marginLevel),
    risk_rate: percent(totals?.riskRate),
  };
}

const decimal = (amount: Money | undefined): number | null =>
  amount === undefined ? null : moneyToWire(amount);
const percent = (hundredths: number | undefined): number | null =>
  hundredths === undefined ? null : hundredths / 100;
const amountOf = (amount: number | undefined): Money | undefined =>
  amount === undefined ? undefined : withinMoney(() => moneyFromWire(amount));

/** Undefined while the orders are unknown, or if one of them is malformed. */
function positionsOf(rows: readonly Fields[] | undefined): readonly Position[] | undefined {
  const positions: Position[] = [];
  for (const row of rows ?? []) {
    const order = decodeOrder(row);
    if (!order.ok) return undefined;
    if (order.value.status === 'open') positions.push(order.value);
  }
  return rows && positions;
}

/** The engine's own position book over the recording's last quotes. */
function bookOf({ quotes, instruments }: Fold, positions: readonly Position[]) {
  const list = decodeInstruments({ list: [...instruments.values()] });
  const listed: readonly Instrument[] = list.ok ? list.value : [];
  quotes.list(listed);
  const byId = new Map<number, Instrument>(listed.map((one) => [one.id, one]));
  const byCode = new Map(listed.map((one) => [one.code, one]));
  return createPositionBook(positions, byId, byCode, quotes);
}

/** SHA-256 of a text's UTF-8, hexadecimal. Browsers offer it in secure contexts only. */
async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
