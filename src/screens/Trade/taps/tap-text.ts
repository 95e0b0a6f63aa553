import { formatLots } from '../../../format/money.ts';
import { notExecutedText, refusalText } from '../../../i18n/refusal.ts';
import type { Translate } from '../../../i18n/use-translation.ts';
import { instrumentOf } from '../../../state/market.ts';
import type { OrderTap } from '../../../state/order-taps.ts';
import { outcomeText } from '../ticket/ticket-text.ts';

type TapOutcome = Pick<OrderTap, 'request' | 'fate'>;

/** What was asked for: side, lots and instrument. */
export function askedText(t: Translate, { request, fate }: TapOutcome): string {
  const name =
    fate.status === 'executed' ? fate.order.showCode : instrumentOf(request.instrumentId)?.showCode;
  const side = t(request.side === 'buy' ? 'ticket.buy' : 'ticket.sell');
  return `${side} ${formatLots(request.volume)} ${name ?? ''}`;
}

/** What became of it. */
export function fateText(t: Translate, { fate }: TapOutcome): string {
  switch (fate.status) {
    case 'sent':
      return t('order.fates.sent');
    case 'executed':
      return outcomeText(t, fate.order);
    case 'unknown':
      return t('order.fates.unknown');
    case 'refused':
      return t('taps.refused', { reason: refusalText(t, fate.error) });
    case 'not-executed':
      return notExecutedText(t, fate.error);
    case 'ignored':
      return t('taps.ignored');
    case 'bounced':
      return t('taps.bounced');
    case 'given-up':
      return t('order.given_up');
  }
}

/** One line: the outcome names side, lots and instrument itself. */
export const tapText = (t: Translate, tap: TapOutcome): string =>
  tap.fate.status === 'executed' ? fateText(t, tap) : `${askedText(t, tap)} · ${fateText(t, tap)}`;

/** Whether something went otherwise than asked. */
export const isTrouble = ({ fate }: OrderTap): boolean =>
  !['sent', 'executed', 'bounced'].includes(fate.status);

/** How many of them were filled. */
export const progressText = (t: Translate, taps: readonly OrderTap[]): string =>
  t('order.bulk_progress', {
    done: taps.filter(({ fate }) => fate.status === 'executed').length,
    count: taps.length,
  });
