import type { MarketBar } from '../../shared/domain/allowed.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import type { Side } from '../../shared/domain/order.ts';
import { lotsText, MAX_VOLUME, type PriceProblem, type VolumeProblem } from '../format/parse.ts';
import type { StopProblem } from '../format/stops.ts';
import type { Translate } from './use-translation.ts';

/** The message under a price field. */
export const priceProblemText = (t: Translate, problem: PriceProblem, precision: number): string =>
  problem === 'malformed'
    ? t('ticket.problem.malformed')
    : t('ticket.problem.too_precise', { decimals: precision });

const WRONG_SIDE = {
  stopLoss: { buy: 'ticket.problem.stop_loss_buy', sell: 'ticket.problem.stop_loss_sell' },
  takeProfit: { buy: 'ticket.problem.take_profit_buy', sell: 'ticket.problem.take_profit_sell' },
} as const;

/** The message under the stop loss or take profit of an order of `side`. */
export const stopProblemText = (t: Translate, problem: StopProblem, side: Side, precision: number): string =>
  problem.reason === 'wrong-side'
    ? t(WRONG_SIDE[problem.field][side])
    : priceProblemText(t, problem.reason, precision);

/** The message under a field for lots. */
export function volumeProblemText(
  t: Translate,
  problem: VolumeProblem,
  { lotStep, minVolume }: Pick<Instrument, 'lotStep' | 'minVolume'>,
  max = MAX_VOLUME,
): string {
  switch (problem) {
    case 'malformed':
      return t('ticket.problem.malformed');
    case 'zero':
      return t('ticket.problem.zero');
    case 'off-step':
      return t('ticket.problem.off_step', { step: lotsText(lotStep, lotStep) });
    case 'below-min':
      return t('ticket.problem.below_min', { min: lotsText(minVolume, lotStep) });
    case 'above-max':
      return t('ticket.problem.above_max', { max: lotsText(max, lotStep) });
  }
}

const MARKET_BARS = {
  closed: 'ticket.block.closed',
  'close-only': 'ticket.block.close_only',
  halted: 'ticket.block.halted',
  stale: 'ticket.block.no_fresh_price',
} as const satisfies Record<MarketBar, string>;

/** Why an instrument cannot be dealt in now. */
export const marketBarText = (t: Translate, bar: MarketBar): string => t(MARKET_BARS[bar]);
