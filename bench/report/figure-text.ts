import { isMet } from '../figures/figure.ts';
import type { Judged } from '../figures/judge.ts';
import type { Spread } from '../figures/method.ts';
import { digits } from '../figures/statistics.ts';
import { FULL, givenOptions, QUICK } from '../options.ts';
import type { Result, Run } from './run-result.ts';

/** A figure as text, the same in every output. */
export interface Line {
  readonly name: string;
  readonly product: string;
  readonly peer: string;
  readonly ratio: string;
  readonly goal: string;
  /** `noisy`: do not rely on it. `close`: the goal lies within the interval. */
  readonly verdict: `${'met' | 'missed'}${'' | ', noisy' | ', close'}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text for XML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const spreadText = ({ median, min, max }: Spread, unit: string): string =>
  min === max ? `${digits(median)}${unit}` : `${digits(median)}${unit} [${digits(min)}-${digits(max)}]`;

function intervalText({ interval: [low, high] }: Judged): string {
  return low === high ? '' : `, 95 %: ${digits(low)}-${digits(high)}`;
}

function verdictOf(figure: Judged): Line['verdict'] {
  const [low, high] = figure.interval;
  const isClose = low < high && low <= figure.goal && figure.goal <= high;
  return `${isMet(figure) ? 'met' : 'missed'}${figure.noise.length > 0 ? ', noisy' : isClose ? ', close' : ''}`;
}

export function lineOf(figure: Judged): Line {
  const { name, unit, product, peer, ratio, goal, atLeast } = figure;
  const interval = intervalText(figure);
  return {
    name,
    product: spreadText(product, ` ${unit}`) + (ratio === undefined ? interval : ''),
    peer: peer === undefined ? '' : `${spreadText(peer.cost, ` ${unit}`)}, ${peer.name}`,
    ratio: ratio === undefined ? '' : spreadText(ratio, ' x') + interval,
    goal: `${atLeast ? '>=' : '<='} ${digits(goal)} ${ratio === undefined ? unit : 'x'}`,
    verdict: verdictOf(figure),
  };
}

/** The figures for a terminal: one block per suite, two lines per figure and its details. */
export function terminalText(figures: readonly Judged[]): string {
  const lines: string[] = [];
  let suite = '';
  for (const figure of figures) {
    if (figure.suite !== suite) lines.push('', figure.suite);
    suite = figure.suite;
    const { name, product, peer, ratio, goal, verdict } = lineOf(figure);
    lines.push(`  ${verdict.padEnd(13)} ${name}`);
    const parts = [ratio === '' ? product : ratio, goal, ...(peer === '' ? [] : [product, peer])];
    lines.push(`                ${parts.join(' | ')}`);
    for (const reason of figure.noise) lines.push(`                noisy: ${reason}`);
    for (const [what, value] of Object.entries(figure.details ?? {}))
      lines.push(`                ${what}: ${typeof value === 'number' ? digits(value) : value}`);
  }
  return lines.join('\n').trimStart();
}

/** Date, machine, versions, commit and command of a run, as one sentence. */
export function whereText(run: Run): string {
  const { date, commit, dirty, machine, versions } = run;
  const { cpu, cores, loadAtStart, loadAtEnd } = machine;
  const chromium = versions['chromium'] === undefined ? '' : `, Chromium ${versions['chromium']}`;
  return `Measured ${date.slice(0, 10)} on ${cores} cores (${cpu}, load ${loadAtStart} to ${loadAtEnd}), Node ${versions['node']}${chromium}, commit ${commit}${dirty ? ' with changes' : ''}, by \`${commandOf(run)}\``;
}

/** First and last date and commit of some runs, oldest first, with machines and versions of Node, as one sentence. */
export function provenance(runs: readonly Run[]): string {
  const listed = (texts: readonly string[]) => [...new Set(texts)].join(' and ');
  const taken = [...new Set(runs.map(takenText))];
  const when = taken.length < 2 ? taken.join('') : `from ${taken[0]} to ${taken.at(-1)}`;
  const machines = runs.map(({ machine }) => `${machine.cores} cores (${machine.cpu})`);
  const nodes = runs.map(({ versions }) => `Node ${versions['node']}`);
  return `Measured ${when} on ${listed(machines)}, ${listed(nodes)}, by \`npm run bench\``;
}

const takenText = ({ date, commit, dirty }: Run): string =>
  `${date.slice(0, 10)} (commit ${commit}${dirty ? ' with changes' : ''})`;

/** The command that repeats a run. */
function commandOf({ suites, options }: Run): string {
  const { quick, repetitions, peers, connect } = options;
  const given = [
    ...(quick ? ['--quick'] : []),
    ...(repetitions === (quick ? QUICK : FULL).repetitions ? [] : ['--reps', `${repetitions}`]),
    ...(peers ? [] : ['--no-peers']),
    ...(connect ? ['--connect', 'URL'] : []),
    ...givenOptions(options),
  ];
  const quoted = given.map((text) => (/[^\w.-]/.test(text) ? `"${text}"` : text));
  return ['npm run bench --', ...suites, ...quoted].join(' ');
}

/** A table for a pull request: product, peer, ratio, goal and verdict. */
export function markdownTable(figures: readonly Judged[]): string {
  const rows = figures.map((figure) => {
    const { name, product, ratio, goal, verdict } = lineOf(figure);
    const { unit, peer, row = '' } = figure;
    const cells = [
      row,
      figure.suite,
      name,
      ratio === '' ? product : `${digits(figure.product.median)} ${unit}`,
      peer === undefined ? '' : `${digits(peer.cost.median)} ${unit}, ${peer.name}`,
      ratio,
      goal,
      verdict.replace('missed', '**missed**'),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| Goal | Suite | Figure | Product | Peer | Ratio | Asked | |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The last run of each suite, one line per run. */
const runLines = ({ runs }: Result): string =>
  runs.map((run) => `- ${run.suites.join(', ')}: ${whereText(run)}`).join('\n');

export function markdown(result: Result): string {
  const noisy = result.figures.filter(({ noise }) => noise.length > 0);
  return [
    runLines(result),
    '',
    markdownTable(result.figures),
    ...(noisy.length === 0
      ? []
      : [
          '',
          'Noisy, not to be relied on:',
          '',
          ...noisy.map(({ name, noise }) => `- ${name}: ${noise.join(', ')}`),
        ]),
  ].join('\n');
}
