import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/sources.ts';

/** A file of `docs`. */
export const documentOf = (...path: readonly string[]) => readFileSync(join(root, 'docs', ...path), 'utf8');

interface Target {
  /** PromQL */
  readonly expr: string;
  /** The name of each series, with labels as `{{label}}`. */
  readonly legendFormat: string;
}

/** What the dashboard's panels show. */
export const panels = (): readonly Target[] =>
  (
    JSON.parse(documentOf('operating', 'grafana-dashboard.json')).panels as readonly {
      readonly targets: readonly Target[];
    }[]
  ).flatMap(({ targets }) => targets);

/** The lines of one alert; the file keeps to this part of YAML. */
export const RULE = new RegExp(
  [
    '^ {6}- alert: (?<name>\\w+)',
    " {8}expr: '(?<expr>[^']+)'",
    ' {8}for: \\d+[smh]',
    ' {8}labels:',
    ' {10}severity: (critical|warning)',
    ' {8}annotations:',
    " {10}summary: (?<summary>[\\w ,']+)",
    ' {10}runbook: docs/operating\\.md#metrics$',
  ].join('\n'),
  'gm',
);

/** The alerts. */
export const rules = (): readonly {
  readonly name: string;
  readonly expr: string;
  readonly summary: string;
}[] =>
  [...documentOf('operating', 'alerts.yaml').matchAll(RULE)].map(({ groups = {} }) => ({
    name: groups['name'] ?? '',
    expr: groups['expr'] ?? '',
    summary: groups['summary'] ?? '',
  }));
