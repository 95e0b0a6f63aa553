import type { HistoryPage } from '../../../shared/contract/domain.ts';
import { addMoney, type Money, negMoney, ZERO_MONEY } from '../../../shared/domain/money.ts';
import type { ClosedOrder, HistoryFilter } from '../../../shared/domain/order.ts';
import { MAX_PAGE_SIZE } from '../../../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Refusal, type Result, refusal } from '../../../shared/result.ts';
import { csvOf, exactDecimal } from '../../format/csv.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import { closeWords } from './close-words.ts';

/** The closed orders of a filter, with their sums. */
export interface OrderStatement {
  /** The oldest first. */
  readonly orders: readonly ClosedOrder[];
  readonly fees: Money;
  /** What nights have brought, below zero what they cost; undefined if no order was open over a paid one. */
  readonly nights: Money | undefined;
  readonly profit: Money;
}

/** Orders that one statement may have: on paper as many as a browser can lay out. */
export const MOST_ORDERS = { file: 100_000, paper: 5_000 } as const;

type Load = (page: number, filter: HistoryFilter, limit: number) => Promise<Result<HistoryPage>>;
type Loaded = Result<OrderStatement, Refusal | 'too-many'>;

/** An order that closes meanwhile is missing: read again, so often. */
const TRIES = 3;

/**
 * Reads all pages. Their sum must be the exchange's, or the statement is `malformed`.
 * @param most orders: with more, it is `too-many`
 * @param onProgress percent
 */
export async function loadStatement(
  load: Load,
  filter: HistoryFilter,
  most: number,
  onProgress: (percent: number) => void,
): Promise<Loaded> {
  for (let left = TRIES; left > 0; left--) {
    const answer = await loadOnce(load, filter, most, onProgress);
    if (answer !== 'changed') return answer;
  }
  return err(refusal(LOCAL_CODE.malformed));
}

async function loadOnce(
  load: Load,
  filter: HistoryFilter,
  most: number,
  onProgress: (percent: number) => void,
): Promise<Loaded | 'changed'> {
  const orders = new Map<number, ClosedOrder>();
  for (let page = 1; ; page++) {
    const answer = await load(page, filter, MAX_PAGE_SIZE);
    if (!answer.ok) return answer;
    const { orders: some, total, realisedTotal } = answer.value;
    if (total > most) return err('too-many');
    for (const order of some) if (order.status === 'closed') orders.set(order.id, order);
    onProgress(total === 0 ? 100 : Math.min(100, Math.round((orders.size / total) * 100)));
    if (some.length > 0 && orders.size < total) continue;
    const statement = statementOf([...orders.values()]);
    return statement.profit === realisedTotal && orders.size === total ? ok(statement) : 'changed';
  }
}

/** What its nights have brought. */
export const nightsOf = ({ financing }: ClosedOrder): Money =>
  financing === undefined ? ZERO_MONEY : negMoney(financing);

const statementOf = (orders: readonly ClosedOrder[]): OrderStatement => ({
  orders: orders.toSorted((a, b) => a.closedAt - b.closedAt || a.id - b.id),
  fees: orders.reduce((sum, { fee }) => addMoney(sum, fee), ZERO_MONEY),
  nights: orders.some(({ financing }) => financing !== undefined)
    ? orders.reduce((sum, order) => addMoney(sum, nightsOf(order)), ZERO_MONEY)
    : undefined,
  profit: orders.reduce((sum, { realisedPnl }) => addMoney(sum, realisedPnl), ZERO_MONEY),
});

export const statementHeader = (t: Translate, { nights }: OrderStatement): readonly string[] => [
  t('order.number'),
  t('history.instrument'),
  t('order.type'),
  t('order.hand_num'),
  t('order.time'),
  t('order.price'),
  t('order.close_time'),
  t('order.trade_price'),
  t('history.why'),
  t('order.handle_fee'),
  ...(nights === undefined ? [] : [t('order.financing')]),
  t('order.profit'),
];

/** The statement for a spreadsheet: times in ISO 8601, exact decimals, and the sums in a last line. */
export function statementCsv(t: Translate, statement: OrderStatement): string {
  const { orders, fees, nights, profit } = statement;
  const iso = (ms: number) => new Date(ms).toISOString();
  const rows = orders.map((order) => [
    order.id,
    order.showCode,
    t(order.side === 'buy' ? 'order.buy' : 'order.sell'),
    exactDecimal(order.volume, 4),
    iso(order.createdAt),
    exactDecimal(order.openPrice, order.precision),
    iso(order.closedAt),
    exactDecimal(order.closePrice, order.precision),
    closeWords(t, order),
    exactDecimal(order.fee, 6),
    ...(nights === undefined ? [] : [exactDecimal(nightsOf(order), 6)]),
    exactDecimal(order.realisedPnl, 6),
  ]);
  const sums = [
    t('history.total'),
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    exactDecimal(fees, 6),
    ...(nights === undefined ? [] : [exactDecimal(nights, 6)]),
    exactDecimal(profit, 6),
  ];
  return csvOf(statementHeader(t, statement), [...rows, sums]);
}
