import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '..', '..');

/** Starts the files that took longest in the recorded run first, so that no long file is left alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times: Record<string, number> = JSON.parse(readFileSync(join(root, 'tests', 'times.json'), 'utf8'));
    const secondsOf = ({ moduleId }: TestSpecification) =>
      times[relative(root, moduleId).replaceAll('\\', '/')] ?? 0;
    const inOrder = await super.sort(files);
    // Vitest runs one project after the other.
    const projects = [...new Set(inOrder.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      inOrder.filter(({ project }) => project.name === name).sort((a, b) => secondsOf(b) - secondsOf(a)),
    );
  }
}
