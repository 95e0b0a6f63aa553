/* The texts that stand for choices in recordings. */
import { CHOICES, type ChoiceName } from '../../shared/bridge/choices.ts';
import { PERIODS } from '../../shared/domain/period.ts';
import { CHART_TYPES } from './chart-settings.ts';
import type { Choice } from './choices.ts';
import { HOME_SORTS, PALETTES } from './preferences.ts';

export const textOfChoice = ({ value }: Choice): string => String(value);

/** Of a choice that is one of some words; a recording is a stranger's file. */
const WORDS: Partial<Readonly<Record<ChoiceName, readonly string[]>>> = {
  palette: PALETTES,
  'home.sort': HOME_SORTS,
  'chart.period': PERIODS,
  'chart.type': CHART_TYPES,
  'chart.sheet': ['never', 'open', 'closed'],
  'ticket.extras': ['none', 'type', 'multiple', 'stopLoss', 'takeProfit', 'more'],
  'ticket.unit': ['price', 'points', 'percent', 'money'],
  'order.filter': ['never', 'open', 'closed'],
  'order.tab': ['holding', 'dealing', 'history'],
  'history.filter': ['all', 'in', 'out'],
  'portfolio.days': ['1', '7', '30', '90', '365'],
  'rank.by': ['rate', 'winRate', 'profit'],
};

/** Sets a choice by its text; one that it cannot have is ignored. */
export function setChoice(name: ChoiceName, choice: Choice, text: string): void {
  if (!CHOICES[name].test(text) || WORDS[name]?.includes(text) === false) return;
  const before = choice.value;
  if (String(before) === text) return;
  if (typeof before === 'string') choice.value = text;
  if (typeof before === 'boolean') choice.value = text === 'true';
  if (typeof before === 'number' && Number.isFinite(Number(text))) choice.value = Number(text);
}
