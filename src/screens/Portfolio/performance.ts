import type { PortfolioDay } from '../../../shared/contract/portfolio.ts';
import { addMoney, type Money, mulDiv, subMoney, ZERO_MONEY } from '../../../shared/domain/money.ts';

/** An account over some days. */
export interface Performance {
  /** The days shown, the oldest first. */
  readonly days: readonly PortfolioDay[];
  /** What the account was worth before the first of them; zero if it was opened later, undefined if that is not known. */
  readonly base: Money | undefined;
  readonly transfers: Money;
  readonly fees: Money;
  /** What nights brought; below zero: cost. */
  readonly financing: Money;
  readonly realised: Money;
  /** Hundredths of a percent of the orders that were closed; undefined without any. */
  readonly winRate: number | undefined;
  /** Tenths: how many times the average loss the average win is; undefined without both. */
  readonly winToLoss: number | undefined;
}

/** @param loaded one day more than is shown, if the account is that old */
export function performanceOf(loaded: readonly PortfolioDay[], count: number): Performance {
  const days = loaded.slice(-count);
  const before = loaded.length > count ? loaded[loaded.length - count - 1] : undefined;
  const sum = (of: (day: PortfolioDay) => Money) =>
    days.reduce((total, day) => addMoney(total, of(day)), ZERO_MONEY);
  const [won, lost] = [sum((day) => day.won), sum((day) => day.lost)];
  const wins = days.reduce((total, day) => total + day.wins, 0);
  const losses = days.reduce((total, day) => total + day.losses, 0);
  return {
    days,
    base: before === undefined ? ZERO_MONEY : before.equity,
    transfers: sum((day) => day.transfers),
    fees: sum((day) => day.fees),
    financing: sum((day) => day.financing ?? ZERO_MONEY),
    realised: sum((day) => day.realised),
    winRate: wins + losses === 0 ? undefined : mulDiv(wins, 10_000, wins + losses),
    winToLoss:
      wins === 0 || losses === 0 || lost === 0
        ? undefined
        : mulDiv(mulDiv(won, 10, wins), losses, Math.abs(lost)),
  };
}

/** What trading has brought until now: transfers are no gain and no loss. */
export const gainOf = ({ base, transfers }: Performance, equity: Money): Money | undefined =>
  base === undefined ? undefined : subMoney(subMoney(equity, base), transfers);

/** Return and largest fall from a peak, hundredths of a percent; undefined where nothing was invested or is known. */
export interface Returns {
  readonly total: number | undefined;
  readonly fall: number | undefined;
}

/**
 * Time-weighted: the returns of the days are multiplied, each on what was there at its beginning with the day's transfers,
 * so that neither a deposit nor a withdrawal counts. A day whose equity is not known is one with the next.
 * @param equity now, at the end of the last day
 */
export function returnsOf({ days, base }: Performance, equity: Money): Returns {
  let [worth, transfers, index, peak, fall] = [base, ZERO_MONEY, 1, 1, 0];
  let isInvested = false;
  for (const [at, day] of days.entries()) {
    transfers = addMoney(transfers, day.transfers);
    const end = at === days.length - 1 ? equity : day.equity;
    if (end === undefined) continue;
    const invested = worth === undefined ? 0 : addMoney(worth, transfers);
    if (invested > 0) {
      isInvested = true;
      index *= Math.max(0, end) / invested;
      peak = Math.max(peak, index);
      fall = Math.max(fall, 1 - index / peak);
    }
    [worth, transfers] = [end, ZERO_MONEY];
  }
  const hundredths = (share: number): number => Math.round(share * 10_000);
  return isInvested
    ? {
        total: base === undefined ? undefined : hundredths(index - 1),
        fall: fall === 0 ? 0 : -hundredths(fall),
      }
    : { total: undefined, fall: undefined };
}

/** Units of the drawing, whatever its size on the screen. */
export const BARS = { width: 320, height: 72 } as const;
/** The bars of a few days are not wider than those of a week. */
export const WEEK = 7;

/** The realised profit of each day as bars about a line, the last at its end: SVG paths of those above and below it. */
export function realisedBars(days: readonly Pick<PortfolioDay, 'realised'>[]) {
  const { width, height } = BARS;
  const high = Math.max(0, ...days.map(({ realised }) => realised));
  const low = Math.min(0, ...days.map(({ realised }) => realised));
  const zero = high === low ? height / 2 : (high / (high - low)) * height;
  const step = width / Math.max(WEEK, days.length);
  const from = width - step * days.length;
  const draw = (isShown: (realised: number) => boolean): string =>
    days
      .map(({ realised }, at) => {
        if (!isShown(realised)) return '';
        const size = Math.max(1, (Math.abs(realised) / (high - low)) * height);
        const top = realised > 0 ? zero - size : zero;
        const [x, wide] = [from + at * step + step * 0.15, step * 0.7];
        return `M${x.toFixed(2)} ${top.toFixed(2)}h${wide.toFixed(2)}v${size.toFixed(2)}h-${wide.toFixed(2)}z`;
      })
      .join('');
  return { up: draw((realised) => realised > 0), down: draw((realised) => realised < 0), zero };
}
