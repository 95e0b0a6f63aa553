import type { Instrument } from '../../../../shared/domain/instrument.ts';
import type { ClosedOrder, PendingOrder, Position } from '../../../../shared/domain/order.ts';
import { MAX_WORKING_ORDERS } from '../../../../shared/limits.ts';
import { formatMoment, formatTime } from '../../../format/date.ts';
import { formatLots } from '../../../format/money.ts';
import { formatPrice, formatScaled } from '../../../format/number.ts';
import { withBetter } from '../../../i18n/better-text.ts';
import { marketBarText, priceProblemText, volumeProblemText } from '../../../i18n/problem-text.ts';
import type { Translate } from '../../../i18n/use-translation.ts';
import { betterBy } from '../../../state/better-fills.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { typedStopText } from '../../shared/StopFields.tsx';
import type { FieldProblem, TicketField } from './ticket-model.ts';
import type { Block } from './ticket-preview.ts';

/** The error text of `field`; undefined if it is valid. */
export function problemText(
  t: Translate,
  problems: readonly FieldProblem[],
  field: TicketField,
  instrument: Instrument,
): string | undefined {
  const problem = problems.find((one) => one.field === field);
  return problem && wordsFor(t, problem, instrument);
}

function wordsFor(t: Translate, problem: FieldProblem, instrument: Instrument): string {
  if (problem.reason === 'refused') return problem.message;
  switch (problem.field) {
    case 'multiple':
      return t('trade.no_mult_config');
    case 'lots':
      return volumeProblemText(t, problem.reason, instrument);
    case 'target':
      if (problem.reason === 'required') return t('ticket.target_required');
      return problem.reason === 'at-market'
        ? t('ticket.problem.at_market')
        : priceProblemText(t, problem.reason, instrument.precision);
    case 'stopLoss':
    case 'takeProfit':
      return typedStopText(t, problem, problem.side, problem.unit, instrument.precision);
  }
}

export function blockText(t: Translate, block: Block, instrument: Instrument): string {
  switch (block) {
    case 'replay':
      return t('diagnostics.refused');
    case 'too-many':
      return t('ticket.block.too_many', { max: formatScaled(MAX_WORKING_ORDERS, 0) });
    case 'no-multiples':
      return t('trade.no_mult_config');
    case 'no-price':
      return t('ticket.block.no_price');
    case 'old-price':
      return t('ticket.block.old_price');
    case 'closed':
      return instrument.market.status === 'closed' && instrument.market.opensAt !== undefined
        ? t('ticket.block.closed_until', { time: formatMoment(instrument.market.opensAt) })
        : marketBarText(t, block);
    case 'stale':
      return staleText(t, instrument);
    case 'close-only':
    case 'halted':
      return marketBarText(t, block);
  }
}

function staleText(t: Translate, { id }: Instrument): string {
  const time = formatTime(quoteOf(id).timeMs.value);
  return t('ticket.block.stale', { time });
}

/** The outcome of an accepted order. */
export function outcomeText(t: Translate, order: Position | PendingOrder | ClosedOrder): string {
  const name = order.showCode;
  if (order.status === 'closed') return t('ticket.closed_already', { name });
  if (order.status === 'pending')
    return t('ticket.placed', { name, price: formatPrice(order.targetPrice, order.precision) });
  const filled = t(`ticket.filled_${order.side}`, {
    name,
    lots: formatLots(order.volume),
    price: formatPrice(order.openPrice, order.precision),
  });
  return withBetter(t, filled, betterBy(order));
}
