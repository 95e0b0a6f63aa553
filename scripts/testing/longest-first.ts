import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '..', '..');

/** Seconds by path, of the recorded run. */
const times: Record<string, number> = JSON.parse(readFileSync(join(root, 'tests', 'times.json'), 'utf8'));
const secondsOf = ({ moduleId }: TestSpecification): number =>
  times[relative(root, moduleId).replaceAll('\\', '/')] ?? 0;
const longestFirst = (files: readonly TestSpecification[]): TestSpecification[] =>
  files.toSorted((a, b) => secondsOf(b) - secondsOf(a));

/** Starts the files that took longest first, so that no long file is left alone at the end; shards take about as long as each other. */
export class LongestFirst extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    return longestFirst(files).filter((_, i) => i % count === index - 1);
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = await super.sort(files);
    // Vitest runs one project after the other.
    const projects = [...new Set(inOrder.map(({ project }) => project.name))];
    return projects.flatMap((name) => longestFirst(inOrder.filter(({ project }) => project.name === name)));
  }
}
