import { formatScaled } from '../format/number.ts';
import type { Translate } from './use-translation.ts';

/** How many points better than at its tap an order was filled. */
export const betterText = (t: Translate, points: number): string =>
  t('order.better', { points: t('ticket.points', { count: points, points: formatScaled(points, 0) }) });

/** An outcome, and how much better it was, if it was. */
export const withBetter = (t: Translate, outcome: string, points: number): string =>
  points > 0 ? `${outcome} · ${betterText(t, points)}` : outcome;
