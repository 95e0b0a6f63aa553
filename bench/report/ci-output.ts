/* What continuous integration reads: annotations and a summary for GitHub, and JUnit for everything else. */
import { appendFileSync } from 'node:fs';
import { type Beside, valuesText } from '../against/verdicts.ts';
import { subjectOf } from '../figures/figure.ts';
import { type checked, type Judged, keyOf } from '../figures/judge.ts';
import { escaped, lineOf, markdownTable } from './figure-text.ts';

/** What is known of a figure for certain. */
type Verdict = ReturnType<typeof checked>;

export interface Judgement {
  readonly figure: Judged;
  readonly verdict: Verdict;
}

/** Suites of which nothing is known for certain: they must not pass for good. */
export const unjudgedSuites = (judgements: readonly Judgement[]): readonly string[] =>
  [...Map.groupBy(judgements, ({ figure }) => figure.suite)]
    .filter(([, all]) => all.every(({ verdict }) => verdict === 'unclear'))
    .map(([suite]) => suite);

/**
 * Prints the annotations, and adds the summary to the page of the job; outside a job it prints that too.
 * @param beside the figures of two versions by turns, the worst first; undefined if nothing was compared
 */
export function reportToGithub(judgements: readonly Judgement[], beside?: readonly Beside[]): void {
  console.log(annotations(judgements, beside));
  const [text, file] = [summary(judgements, beside), process.env['GITHUB_STEP_SUMMARY']];
  if (file === undefined) console.log(text);
  else appendFileSync(file, text);
}

/** One annotation for each figure that is missed for certain, and for each that became worse. */
export function annotations(judgements: readonly Judgement[], beside: readonly Beside[] = []): string {
  const missed = judgements
    .filter(({ verdict }) => verdict === 'missed')
    .map(({ figure }) => annotation('Goal missed', `${keyOf(figure)}: ${measuredText(figure)}`));
  const worse = beside
    .filter(({ verdict }) => verdict === 'worse')
    .map((change) => annotation('Worse than before', `${change.figure}: ${valuesText(change)}`));
  return [...missed, ...worse].join('\n');
}

/** In a workflow command these characters have a meaning. */
const annotation = (title: string, text: string): string =>
  `::error title=${title}::${text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`;

const measuredText = (figure: Judged): string => {
  const { product, ratio, goal } = lineOf(figure);
  return `${ratio === '' ? product : ratio}, asked for ${goal}`;
};

/** Markdown for a pull request: what changed, then what was missed, then everything that was judged. */
export function summary(judgements: readonly Judgement[], beside?: readonly Beside[]): string {
  const figures = judgements.map(({ figure }) => figure);
  const missed = judgements.filter(({ verdict }) => verdict === 'missed').map(({ figure }) => figure);
  const certain = judgements.filter(({ verdict }) => verdict !== 'unclear').length;
  const count = `${missed.length} missed of ${certain} figures that have a certain verdict, ${figures.length} in all.`;
  const all = `<details><summary>All figures</summary>\n\n${markdownTable(figures)}\n\n</details>`;
  return `${[
    '## Bench',
    ...(judgements.length === 0 ? [] : [count]),
    ...(beside === undefined ? [] : ['### Changed', changesTable(beside)]),
    ...(missed.length === 0 ? [] : ['### Missed', markdownTable(missed)]),
    ...(judgements.length === 0 ? [] : [all]),
  ].join('\n\n')}\n`;
}

function changesTable(beside: readonly Beside[]): string {
  const changes = beside.filter(({ verdict }) => verdict !== 'same');
  if (changes.length === 0) return 'Nothing changed beyond noise.';
  const rows = changes.map((change) => `| ${change.verdict} | ${change.figure} | ${valuesText(change)} |`);
  return ['| | Figure | Before and after |', '|---|---|---|', ...rows].join('\n');
}

/** A test case for each figure: failed if missed for certain, skipped if that is not certain. */
export function junit(judgements: readonly Judgement[]): string {
  const suites = Map.groupBy(judgements, ({ figure }) => figure.suite);
  const parts = [...suites].map(([suite, all]) => {
    const count = (verdict: Verdict) => all.filter((one) => one.verdict === verdict).length;
    const numbers = `tests="${all.length}" failures="${count('missed')}" skipped="${count('unclear')}"`;
    return `  <testsuite name="${escaped(suite)}" ${numbers}>\n${all.map(caseOf).join('\n')}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="bench">\n${parts.join('\n')}\n</testsuites>\n`;
}

function caseOf({ figure, verdict }: Judgement): string {
  const open = `    <testcase classname="bench.${escaped(figure.suite)}" name="${escaped(figure.name)}"`;
  const text = escaped(measuredText(figure));
  if (verdict === 'missed') return `${open}><failure message="${text}"/></testcase>`;
  if (verdict === 'met') return `${open}/>`;
  const unsure = figure.noise.join(', ') || 'the goal lies within the interval';
  const why = Number.isFinite(subjectOf(figure).median) ? unsure : 'not measured';
  return `${open}><skipped message="${escaped(`not certain: ${why}`)}"/></testcase>`;
}
