/*
 * What the user chose to look at: a recording has it, and a replay that follows the user shows it. Each name has the
 * values that may stand in a recording; none of them is typed, and none is an amount.
 */

/** A name of ours, a small number, or nothing. */
const WORD = /^(?!.*\d{7})[\w-]{0,24}$/;

export const CHOICES = {
  language: WORD,
  theme: WORD,
  palette: WORD,
  confirm: WORD,
  'balance.hidden': WORD,
  /** Hours of the day, and the time zone if it is not the device's own. */
  clock: /^(12|24)( [A-Za-z][\w/+-]{0,40})?$/,
  'home.folded': WORD,
  'home.chip': WORD,
  'home.sort': WORD,
  'home.sheet': WORD,
  'chart.period': WORD,
  'chart.type': WORD,
  'chart.volume': WORD,
  'chart.fills': WORD,
  'chart.indicators': /^[a-z\d:.,]{0,160}$/,
  'chart.full': WORD,
  'chart.sheet': WORD,
  'trade.picker': WORD,
  'trade.about': WORD,
  'ticket.type': WORD,
  'ticket.side': WORD,
  'ticket.unit': WORD,
  'ticket.extras': WORD,
  'order.tab': WORD,
  /** The number of a working order, as its topic has it. */
  'order.sheet': /^\d{0,15}$/,
  'order.filter': WORD,
  'order.single': WORD,
  /** Numbers of the instruments whose positions are shown one by one. */
  'order.unfolded': /^(?!.*\d{7})[\d.]{0,120}$/,
  'history.filter': WORD,
  'portfolio.days': WORD,
  'rank.by': WORD,
} satisfies Readonly<Record<string, RegExp>>;

export type ChoiceName = keyof typeof CHOICES;

export const isChoice = (name: string, value: string): name is ChoiceName =>
  Object.hasOwn(CHOICES, name) && CHOICES[name as ChoiceName].test(value);
