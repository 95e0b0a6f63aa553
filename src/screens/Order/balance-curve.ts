import type { LedgerEntry } from '../../../shared/contract/payments.ts';
import { addMoney, type Money, money } from '../../../shared/domain/money.ts';
import type { HistoryFilter } from '../../../shared/domain/order.ts';
import { err, LOCAL_CODE, ok, type Refusal, type Result, refusal } from '../../../shared/result.ts';

/** The balance over a range: a step at each movement. */
export interface BalanceCurve {
  readonly startMs: number;
  readonly endMs: number;
  /** Balance at the start of the range; of an account that was opened in it, its first one. */
  readonly first: Money;
  readonly last: Money;
  readonly lowest: Money;
  readonly highest: Money;
  /** The balance after each movement, the oldest first. */
  readonly steps: readonly Step[];
}

interface Step {
  readonly atMs: number;
  readonly balance: Money;
}

/** The account's statement, latest first, and its balance. */
export interface Books {
  ledger(page: number): Promise<Result<{ readonly list: readonly LedgerEntry[]; readonly total: number }>>;
  balance(): Promise<Result<Money>>;
}

type Range = Pick<HistoryFilter, 'from' | 'to'>;

/** Pages that are read for one curve. */
export const MAX_CURVE_PAGES = 25;
/** A movement meanwhile shifts the pages: read again, so often. */
const TRIES = 3;

/**
 * The balance now less the movements since then. Reads only back to the start of the range.
 * @returns `too-many` movements to read
 */
export async function loadBalanceCurve(
  books: Books,
  range: Range,
  nowMs: number,
): Promise<Result<BalanceCurve, Refusal | 'too-many'>> {
  for (let left = TRIES; left > 0; left--) {
    const answer = await readOnce(books, range, nowMs);
    if (answer !== 'changed') return answer;
  }
  return err(refusal(LOCAL_CODE.malformed));
}

async function readOnce(
  { ledger, balance }: Books,
  range: Range,
  nowMs: number,
): Promise<Result<BalanceCurve, Refusal | 'too-many'> | 'changed'> {
  const entries: LedgerEntry[] = [];
  const fromMs = range.from ?? Number.NEGATIVE_INFINITY;
  let total: number | undefined;
  for (let page = 1; ; page++) {
    if (page > MAX_CURVE_PAGES) return err('too-many');
    const answer = await ledger(page);
    if (!answer.ok) return answer;
    total ??= answer.value.total;
    if (answer.value.total !== total) return 'changed';
    const { list } = answer.value;
    entries.push(...list);
    const oldest = list.at(-1);
    if (oldest === undefined || entries.length >= total || timeOf(oldest) < fromMs) break;
  }
  const now = await balance();
  if (!now.ok) return now;
  const after = await ledger(1);
  if (!after.ok) return after;
  return after.value.total === total ? ok(curveOf(entries, now.value, range, nowMs)) : 'changed';
}

const timeOf = ({ createdAt }: LedgerEntry): number => Date.parse(createdAt);

/** @param entries the latest first, back to the start of the range or of the account */
export function curveOf(
  entries: readonly LedgerEntry[],
  balance: Money,
  { from, to }: Range,
  nowMs: number,
): BalanceCurve {
  const [fromMs, toMs] = [from ?? Number.NEGATIVE_INFINITY, Math.min(to ?? nowMs, nowMs)];
  const steps: Step[] = [];
  let then = balance;
  let isWhole = true;
  for (const entry of entries) {
    const atMs = timeOf(entry);
    if (atMs < fromMs) {
      isWhole = false;
      break;
    }
    if (to === undefined || atMs < to) steps.push({ atMs, balance: then });
    then = addMoney(then, money(-entry.amount));
  }
  steps.reverse();
  const opening = isWhole ? steps[0] : undefined;
  const first = opening?.balance ?? then;
  const balances = [first, ...steps.map((step) => step.balance)];
  const startMs = opening?.atMs ?? (from === undefined ? toMs : fromMs);
  return {
    startMs,
    endMs: Math.max(startMs, toMs, steps.at(-1)?.atMs ?? startMs),
    first,
    last: steps.at(-1)?.balance ?? first,
    lowest: balances.reduce((low, one) => (one < low ? one : low)),
    highest: balances.reduce((high, one) => (one > high ? one : high)),
    steps,
  };
}

/** Units of the drawing, whatever its size on the screen. */
export const CURVE_SIZE = { width: 320, height: 96 } as const;

/** The steps as an SVG path. Steps in one unit of width become one stroke from their lowest to their highest. */
export function curvePath({ startMs, endMs, first, lowest, highest, steps }: BalanceCurve): string {
  const { width, height } = CURVE_SIZE;
  const span = Math.max(1, endMs - startMs);
  const range = highest - lowest;
  const y = (balance: number) =>
    (range === 0 ? height / 2 : ((highest - balance) / range) * height).toFixed(2);
  let path = `M0 ${y(first)}`;
  for (let at = 0; at < steps.length; ) {
    const x = Math.round((((steps[at]?.atMs ?? 0) - startMs) / span) * width);
    let [low, high, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (; at < steps.length; at++) {
      const step = steps[at];
      if (step === undefined || Math.round(((step.atMs - startMs) / span) * width) !== x) break;
      last = step.balance;
      low = Math.min(low, last);
      high = Math.max(high, last);
    }
    path += `H${x}${low === high ? '' : `V${y(low)}V${y(high)}`}V${y(last)}`;
  }
  return `${path}H${width}`;
}
