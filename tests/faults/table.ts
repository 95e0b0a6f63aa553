import type { Row } from './row.ts';

export interface Tried {
  readonly row: Row;
  readonly verdict: 'met' | 'missed' | 'not run';
  readonly measured: string;
  readonly trials: number;
  readonly seed: number;
  readonly note?: string;
}

interface Run {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly node: string;
}

/** The page with these rows in place of their former ones; new rows come last. */
export function withRows(page: string, tried: readonly Tried[]): string {
  const lines = page.trimEnd().split('\n');
  for (const one of tried) {
    const at = lines.findIndex((line) => line.startsWith(`| ${one.row.id} |`));
    lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, lineOf(one));
  }
  return `${lines.join('\n')}\n`;
}

function lineOf({ row, verdict, measured, trials, seed, note }: Tried): string {
  const said = note === undefined ? measured : `${measured}. ${note}`;
  const count = verdict === 'not run' ? ['', ''] : [trials.toLocaleString('en'), String(seed)];
  return `| ${[row.id, row.fault, row.goal, said, ...count, verdict].map(cell).join(' | ')} |`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** docs/faults.md. */
export function tableOf(tried: readonly Tried[], { date, commit, machine, node }: Run): string {
  const met = tried.filter(({ verdict }) => verdict === 'met').length;
  const missed = tried.filter(({ verdict }) => verdict === 'missed');
  const rows = tried.map(lineOf);
  return `# Faults

What the product does under each fault, measured by \`npm run faults\`. That command writes this page; \`--list\` shows the rows,
\`npm run faults -- G8\` runs some of them, \`--trials\` and \`--seed\` change their number and their chance.

${date}, commit ${commit}, ${machine}, Node ${node}, one machine for everything; each row shows its last run. ${met} of ${tried.length} rows met their goal${
    missed.length === 0 ? '' : `; missed: ${missed.map(({ row }) => row.id).join(', ')}`
  }.

| Row | Fault | Goal | Measured | Trials | Seed | Verdict |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
