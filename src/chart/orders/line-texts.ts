import type { Money } from '../../../shared/domain/money.ts';
import { totalOf } from '../../../shared/domain/net-position.ts';
import { type Volume, volume } from '../../../shared/domain/volume.ts';
import { formatLots, formatMoney, formatSigned } from '../../format/money.ts';
import { formatPrice, formatScaled } from '../../format/number.ts';
import { marketBarText, stopProblemText } from '../../i18n/problem-text.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import type { LabelGroup } from './label-layout.ts';
import type { Move, MoveMeaning, MoveProblem, OrderLine } from './line-change.ts';
import { type ChartLine, isOfOrder } from './order-lines.ts';

/** A text, and the colour of the theme that it has. */
export interface TextPart {
  readonly text: string;
  readonly ink: 'ink' | 'quietInk' | 'up' | 'down' | 'warn';
}

const toneOf = (amount: Money): TextPart['ink'] => (amount > 0 ? 'up' : amount < 0 ? 'down' : 'ink');

const signed = (amount: Money | undefined): readonly TextPart[] =>
  amount === undefined ? [] : [{ text: formatSigned(amount), ink: toneOf(amount) }];

const plain = (amount: Money | undefined): readonly TextPart[] =>
  amount === undefined ? [] : [{ text: formatMoney(amount), ink: 'ink' }];

const ARROW = { above: ['↑'], inside: [], below: ['↓'] } as const;

/**
 * The label of lines: how many, whose, and the money they mean together.
 * @param moneyOf profit of a position as it stands, or at a stop; undefined while unknown and for a pending order
 */
export function labelParts(
  t: Translate,
  { lines, kind, place }: LabelGroup<ChartLine>,
  moneyOf: (line: OrderLine) => Money | undefined,
): readonly TextPart[] {
  const all = lines.map(({ of }) => of).filter(isOfOrder);
  const [first] = all;
  const isGroup = lines.length > 1;
  if (!first) {
    // Of alerts, which have a mark.
    const text = [...(isGroup ? [`${lines.length} ×`] : []), ...ARROW[place]].join(' ');
    return text ? [{ text, ink: 'quietInk' }] : [];
  }
  // After the lots, which are the sum of all: `5 × 0.05` would read as five times 0.05.
  const count = isGroup ? [`(${lines.length})`] : [];
  const name = kind === undefined ? formatLots(lotsOf(all)) : nameOf(t, first, lotsOf(all));
  return [
    ...sideMark(kind === undefined ? undefined : first),
    {
      text: [name, ...count, ...ARROW[place], ...(first.isWaiting ? ['…'] : [])].join(' '),
      ink: first.part === 'position' ? 'ink' : 'quietInk',
    },
    ...signed(kind === undefined || first.part === 'pending' ? undefined : totalOf(all.map(moneyOf))),
  ];
}

const sideMark = (line: OrderLine | undefined): readonly TextPart[] =>
  line?.part !== 'position' && line?.part !== 'pending'
    ? []
    : line.order.side === 'buy'
      ? [{ text: '▲', ink: 'up' }]
      : [{ text: '▼', ink: 'down' }];

const lotsOf = (lines: readonly OrderLine[]): Volume =>
  volume(lines.reduce((sum, { order }) => sum + order.volume, 0));

function nameOf(t: Translate, { part, order }: OrderLine, lots: Volume): string {
  switch (part) {
    case 'position':
    case 'pending':
      return formatLots(lots);
    case 'stop-loss':
      return t('trade.line_stop_loss');
    case 'trailing-stop':
      return t('lines.trail', { points: formatScaled(order.trailPoints ?? 0, 0) });
    case 'take-profit':
      return t('trade.line_take_profit');
    default:
      return part satisfies never;
  }
}

const MOVE_NAMES = {
  'stop-loss': 'order.stop_loss',
  'trailing-stop': 'order.reasons.trailing-stop',
  'take-profit': 'order.stop_profit',
  'order-price': 'order.target_price',
} as const;

export const moveName = (t: Translate, what: Move['what']): string => t(MOVE_NAMES[what]);

/** Why a move cannot be made. */
export function moveProblemText(
  t: Translate,
  problem: MoveProblem,
  { what }: Move,
  { side, precision }: OrderLine['order'],
): string {
  switch (problem) {
    case 'wrong-side': {
      const field = what === 'take-profit' ? 'takeProfit' : 'stopLoss';
      return stopProblemText(t, { field, reason: 'wrong-side' }, side, precision);
    }
    case 'at-market':
      return t('order.amend_at_market');
    case 'stops':
      return t('order.amend_stops');
    case 'unknown':
      return t('ticket.problem.unknown');
    case 'closed':
    case 'close-only':
    case 'halted':
    case 'stale':
      return marketBarText(t, problem);
    case 'not-enough':
      return t('ticket.not_enough');
    default:
      return problem satisfies never;
  }
}

export const rewardText = (reward: number | undefined): string | undefined =>
  reward === undefined ? undefined : `1 : ${formatScaled(reward, 1)}`;

/** The rows of the bubble beside the finger. */
export function bubbleRows(
  t: Translate,
  move: Move,
  { money, pending, points, reward }: MoveMeaning,
  problem: string | undefined,
): readonly (readonly TextPart[])[] {
  const head: TextPart = { text: moveName(t, move.what), ink: 'ink' };
  if (problem !== undefined) return [[head], [{ text: problem, ink: 'warn' }]];
  const quiet = (text: string): TextPart => ({ text, ink: 'quietInk' });
  const distance =
    points === undefined
      ? []
      : [quiet(t('ticket.points', { count: points, points: formatScaled(points, 0) }))];
  const ratio = rewardText(reward);
  const ratioParts: readonly TextPart[] = ratio === undefined ? [] : [{ text: ratio, ink: 'ink' }];
  const named = (name: string, parts: readonly TextPart[]) =>
    parts.length > 0 ? [quiet(name), ...parts] : [];
  const rows = pending
    ? [
        [head, ...distance],
        named(t('order.bond_fee'), plain(pending.margin)),
        [
          ...named(t('trade.line_stop_loss'), signed(pending.loss)),
          ...named(t('trade.line_take_profit'), signed(pending.gain)),
          ...ratioParts,
        ],
      ]
    : [
        [head, ...signed(money)],
        [...distance, ...named(t('ticket.reward'), ratioParts)],
      ];
  return rows.filter((row) => row.length > 0);
}

/** A line in words: `Stop loss 1.08000, Buy 0.10`. */
export function lineText(t: Translate, { part, order, price }: OrderLine): string {
  const whose = t(`trade.line_${order.side}`, { lots: formatLots(order.volume) });
  const at = formatPrice(price, order.precision);
  const name = part === 'position' ? undefined : part === 'pending' ? t('ticket.pending') : moveName(t, part);
  return name === undefined ? `${whose} ${at}` : `${name} ${at}, ${whose}`;
}
