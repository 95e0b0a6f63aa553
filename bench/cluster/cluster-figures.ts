import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../../tests/architecture/sources.ts';
import { describeCommit, load } from '../report/describe-machine.ts';
import { RESULTS } from '../report/run-result.ts';
import { withSizings } from './capacity.ts';

/** What a command of the table in docs/cluster.md printed last. */
const figureSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^S\d+$/)),
  /** Which of the figures of a row that several tests measure; empty for all of it. */
  part: v.string(),
  text: v.pipe(v.string(), v.regex(/^[^|\n]+$/)),
  isMet: v.boolean(),
  /** Day of the run. */
  date: v.pipe(v.string(), v.isoDate()),
  /** Absent from figures that were written down by hand. */
  run: v.exactOptional(v.strictObject({ commit: v.string(), load: v.number() })),
});
export type ClusterFigure = v.InferOutput<typeof figureSchema>;

/** What a command has measured. */
export type Measured = Pick<ClusterFigure, 'id' | 'text' | 'isMet'> & Partial<Pick<ClusterFigure, 'part'>>;

const FILE = join(root, RESULTS, 'cluster.json');
const PAGE = join(root, 'docs', 'cluster.md');

/** Stores a figure in place of the one before, and writes it into the page. @throws if it is no figure */
export function keepClusterFigure({ part = '', ...figure }: Measured): void {
  const { commit, dirty } = describeCommit();
  const one = v.parse(figureSchema, {
    ...figure,
    part,
    date: new Date().toISOString().slice(0, 10),
    run: { commit: dirty ? `${commit} with changes` : commit, load: load() },
  });
  const others = clusterFigures().filter((other) => other.id !== one.id || other.part !== part);
  writeFileSync(FILE, `${JSON.stringify([...others, one].toSorted(inOrder), undefined, 2)}\n`);
  write();
}

/** The stored figures, in the order of the table. @throws if the file has something else */
export const clusterFigures = (): readonly ClusterFigure[] =>
  v.parse(v.array(figureSchema), JSON.parse(readFileSync(FILE, 'utf8')));

const inOrder = (one: ClusterFigure, other: ClusterFigure): number =>
  Number(one.id.slice(1)) - Number(other.id.slice(1)) || one.part.localeCompare(other.part);

const textOf = ({ text, isMet: met }: Pick<ClusterFigure, 'text' | 'isMet'>): string =>
  met ? text : `**missed**: ${text}`;

const runOf = ({ date, run }: ClusterFigure): string =>
  run === undefined ? date : `${date}, \`${run.commit}\``;

/** Figures of one commit and day, which has them once. */
function togetherText(when: string, figures: readonly ClusterFigure[]): string {
  const loads = figures.flatMap(({ run }) => (run === undefined ? [] : [Math.round(run.load)]));
  const [least, most] = [Math.min(...loads), Math.max(...loads)];
  const load = loads.length === 0 ? '' : `, load ${least === most ? least : `${least} to ${most}`}`;
  return `${figures.map(textOf).join('; ')} (${when}${load})`;
}

/** The page with the figures in the last column of their rows. @throws if there is no row for one */
export function withClusterFigures(page: string, figures: readonly ClusterFigure[]): string {
  return [...Map.groupBy(figures, ({ id }) => id)].reduce((text, [id, parts]) => {
    const row = new RegExp(`^(\\| ${id} \\|.*\\| )[^|]*\\|$`, 'm');
    if (!row.test(text)) throw new Error(`docs/cluster.md has no row for ${id}`);
    const runs = [...Map.groupBy(parts, runOf)];
    const cell = runs.map(([when, ones]) => togetherText(when, ones)).join('; ');
    return text.replace(row, (_, before: string) => `${before}${cell} |`);
  }, page);
}

const write = (): void =>
  writeFileSync(PAGE, withSizings(withClusterFigures(readFileSync(PAGE, 'utf8'), clusterFigures())));

// `node bench/cluster/cluster-figures.ts` writes the stored figures into the page.
if (import.meta.main) write();
