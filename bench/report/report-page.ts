import { createHash } from 'node:crypto';
import { type Beside, changeText, worstFirst } from '../against/verdicts.ts';
import { isMet, subjectOf } from '../figures/figure.ts';
import type { Judged } from '../figures/judge.ts';
import { digits } from '../figures/statistics.ts';
import { type Thread, whySection } from '../profile/explain.ts';
import type { Differences } from './compare.ts';
import { escaped, lineOf, whereText } from './figure-text.ts';
import type { HistoryEntry } from './history-entry.ts';
import { type Plot, plotsOf } from './plots.ts';
import type { Result } from './run-result.ts';

export interface Assets {
  readonly script: string;
  readonly style: string;
}

/** What else a report shows besides the figures. */
export interface Besides {
  /** The comparison with a run before. */
  readonly found: Differences | undefined;
  readonly why: readonly Thread[];
}

/**
 * The whole report as one page without external resources. What was missed for certain comes first, then what was missed but
 * is noisy, what changed, why, and the rest by suite.
 */
export function reportPage(
  result: Result,
  history: readonly HistoryEntry[],
  assets: Assets,
  { found, why }: Besides = { found: undefined, why: [] },
): string {
  const plots: Plot[] = [];
  const { figures, runs } = result;
  const missed = figures
    .filter((figure) => !isMet(figure))
    .toSorted((a, b) => Number(isSure(b)) - Number(isSure(a)));
  const section = (title: string, ofIt: readonly Judged[]) =>
    ofIt.length === 0
      ? ''
      : `<section id="${escaped(title)}"><h2>${escaped(title)}</h2>${ofIt.map((figure) => article(figure, history, plots)).join('')}</section>`;
  const suites = [...new Set(figures.map(({ suite }) => suite))];
  const met = suites.map((suite) =>
    section(
      suite,
      figures.filter((figure) => figure.suite === suite && isMet(figure)),
    ),
  );
  const noisy = figures.filter(({ noise }) => noise.length > 0).length;
  const links = [...(missed.length === 0 ? [] : ['missed']), ...suites].map(
    (name) => `<a href="#${escaped(name)}">${escaped(name)}</a>`,
  );
  const head = `${runs.map((run) => `<p>${escaped(whereText(run))}</p>`).join('')}
<p><strong>${figures.filter(isMet).length} of ${figures.length}</strong> goals met, ${noisy} figures noisy.
A bar ends at what was measured, the mark in the middle is the goal, the thin line is where the median lies with 95 %.</p>
<nav>${links.join(' ')}</nav>`;
  const body = [
    section('missed', missed),
    found === undefined ? '' : `<section><h2>Before and after</h2>${changesTable(found)}</section>`,
    whySection(why),
    ...met,
  ];
  const title = `figures of ${runs.map(({ commit }) => commit).join(', ')}`;
  return pageOf(title, head, body.join('\n'), plots, assets);
}

/** Whether a miss is certain. */
const isSure = ({ noise, interval: [low, high], goal, atLeast }: Judged): boolean =>
  noise.length === 0 || (low < high && (atLeast ? high < goal : low > goal));

/** The page of two versions by turns. */
export function againstPage({ version, rounds, figures, why }: Compared, assets: Assets): string {
  const head = `<p>This version beside ${escaped(version)}, ${rounds} rounds by turns; above 0 is worse.</p>`;
  const rows = worstFirst(figures).map((one) => [
    ...[one.verdict, changeText(one), digits(one.before), `${digits(one.after)} ${one.unit}`, one.figure],
  ]);
  const compared = table(['Change', 'Before', 'After', 'Figure'], rows);
  const body = `<section>${compared}</section>${whySection(why)}`;
  return pageOf(`beside ${version}`, head, body, [], assets);
}

export interface Compared {
  readonly version: string;
  readonly rounds: number;
  readonly figures: readonly Beside[];
  readonly why: readonly Thread[];
}

/** The content security policy names script and style by their hashes. */
function pageOf(title: string, head: string, body: string, plots: readonly Plot[], assets: Assets): string {
  const policy = `default-src 'none'; style-src ${hashOf(assets.style)}; script-src ${hashOf(assets.script)}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="light dark">
<title>Pipstream: ${escaped(title)}</title><style>${assets.style}</style></head><body>
<header><h1>Pipstream: figures</h1>${head}</header>
<main>${body}</main>
<script type="application/json" id="plots">${JSON.stringify(plots).replaceAll('<', '\\u003c')}</script>
<script>${assets.script}</script></body></html>
`;
}

const changesTable = ({ changes }: Differences): string =>
  changes.length === 0
    ? '<p>Nothing changed beyond noise.</p>'
    : table(
        ['Figure', 'Before', 'After'],
        changes.map(({ kind, noisy, figure, before, after, unit }) => [
          `${kind}${noisy ? ', noisy' : ''}`,
          ...[figure, digits(before), `${digits(after)} ${unit}`],
        ]),
      );

/** The first cell of each row is a verdict. */
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = (texts: readonly string[]) => texts.map((text) => `<td>${escaped(text)}</td>`).join('');
  const tone = (verdict: string) => (verdict.startsWith('worse') ? 'missed' : 'met');
  return `<table><tr><th></th>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows
    .map(([verdict = '', ...rest]) => `<tr><td class="${tone(verdict)}">${verdict}</td>${cells(rest)}</tr>`)
    .join('')}</table>`;
};

function article(figure: Judged, history: readonly HistoryEntry[], plots: Plot[]): string {
  const { name, product, peer, ratio, goal, verdict } = lineOf(figure);
  const notes = [
    ...(peer === '' ? [] : [`product ${product}`, `peer ${peer}`]),
    ...Object.entries(figure.details ?? {}).map(
      ([what, value]) => `${what}: ${typeof value === 'number' ? digits(value) : value}`,
    ),
  ];
  const drawn = plotsOf(figure, history).map((plot) => {
    plots.push(plot);
    return `<figure><figcaption>${escaped(plot.title)}</figcaption><div class="plot" data-plot="${plots.length - 1}"></div></figure>`;
  });
  return `<article><h3>${figure.row === undefined ? '' : `${figure.row}: `}${escaped(name)}</h3>
<p class="numbers"><span class="verdict ${isMet(figure) ? 'met' : 'missed'}">${verdict}</span> <b>${escaped(ratio === '' ? product : ratio)}</b> <span>goal ${escaped(goal)}</span></p>
${bar(figure)}${figure.noise.map((reason) => `<p class="noisy">Noisy: ${escaped(reason)}</p>`).join('')}
${notes.length === 0 ? '' : `<details><summary>Details</summary><ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join('')}</ul></details>`}
${drawn.join('')}</article>`;
}

/** A bar with the goal in the middle; twice the goal or more fills it. With a goal of 0 the bar is empty or full. */
function bar(figure: Judged): string {
  const part = (value: number) => {
    const share = figure.goal === 0 ? (value === 0 ? 0 : 1) : value / figure.goal / 2;
    return Number.isNaN(share) ? 0 : Math.min(100, Math.max(0, share * 100));
  };
  const [low, high] = figure.interval.map(part);
  const [from, to] = [low ?? 0, high ?? 0];
  return `<svg class="bar" height="14" aria-hidden="true"><rect class="track" width="100%" height="14" rx="3"/>
<rect class="${isMet(figure) ? 'met' : 'missed'}" width="${part(subjectOf(figure).median).toFixed(2)}%" height="14" rx="3"/>
<rect class="interval" x="${from.toFixed(2)}%" y="6" width="${(to - from).toFixed(2)}%" height="2"/>
<line class="goal" x1="50%" x2="50%" y1="0" y2="14"/></svg>`;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
