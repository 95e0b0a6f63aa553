import { isMet, subjectOf } from './figure.ts';
import type { Judged } from './judge.ts';
import type { Spread } from './method.ts';
import type { Result } from './result.ts';

/** A figure in words, the same in every output. */
export interface Line {
  readonly name: string;
  readonly product: string;
  readonly peer: string;
  readonly ratio: string;
  readonly goal: string;
  readonly verdict: 'met' | 'missed' | 'met, noisy' | 'missed, noisy';
}

export const digits = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4);

const spreadText = ({ median, min, max }: Spread, unit: string): string =>
  min === max ? `${digits(median)}${unit}` : `${digits(median)}${unit} [${digits(min)}-${digits(max)}]`;

function intervalText({ interval: [low, high] }: Judged): string {
  return low === high ? '' : `, 95 %: ${digits(low)}-${digits(high)}`;
}

const verdictOf = (figure: Judged): Line['verdict'] =>
  `${isMet(figure) ? 'met' : 'missed'}${figure.noise.length > 0 ? ', noisy' : ''}`;

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

/** The figures for a terminal, one block a suite: two lines a figure and what else was seen. */
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

/** Where, when and on what, in a sentence. */
export function whereText({ date, commit, dirty, machine, versions, options }: Result): string {
  const { cpu, cores, loadAtStart, loadAtEnd } = machine;
  const chromium = versions.chromium === undefined ? '' : `, Chromium ${versions.chromium}`;
  return `Measured ${date.slice(0, 10)} on ${cores} cores (${cpu}, load ${loadAtStart} to ${loadAtEnd}), Node ${versions.node}${chromium}, commit ${commit}${dirty ? ' with changes' : ''}, ${options.repetitions} repetitions`;
}

/** A table for a pull request: what is held against the goal, and the verdict. */
function markdownTable(figures: readonly Judged[]): string {
  const rows = figures.map((figure) => {
    const { name, product, ratio, goal, verdict } = lineOf(figure);
    const shown =
      ratio === ''
        ? product
        : `${digits(subjectOf(figure).median)} x ${figure.peer?.name ?? ''}${intervalText(figure)}`;
    return `| ${figure.suite} | ${name} | ${shown} | ${goal} | ${verdict.replace('missed', '**missed**')} |`;
  });
  return ['| Suite | Figure | Product | Goal | |', '|---|---|---|---|---|', ...rows].join('\n');
}

export function markdown(result: Result): string {
  const noisy = result.figures.filter(({ noise }) => noise.length > 0);
  return [
    `${whereText(result)}, by \`npm run bench\`:`,
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
