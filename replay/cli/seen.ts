import { UsageError } from './exit.ts';
import { factLines, playEngine } from './played-engine.ts';
import { seenAt } from './shots.ts';
import { thisBuild } from './this-build.ts';
import type { Look } from './tool-arguments.ts';

/**
 * What a recording shows at moments: a line for each thing that the engine shows, then those of the screen, as its user had
 * it. Tests compare it, and `--test` writes it.
 * @throws UsageError if the app is not built from these sources, or no browser is found
 */
export async function seenOf(
  file: string,
  moments: readonly number[],
  look: Look,
): Promise<readonly string[]> {
  // A test that saw the app as it was before a change would prove nothing.
  if (!(await thisBuild()).isBuilt())
    throw new UsageError('The app is not built from these sources: npm run build.');
  const all: string[] = [];
  for (const untilMs of moments) {
    // A new app each time, as in the test of one moment: a form that stays open over a jump keeps what it suggested before.
    const [screen = []] = await seenAt(file, [untilMs], look, (player) => player.lines());
    all.push([...factLines(await playEngine(file, { untilMs })), ...screen].join('\n'));
  }
  return all;
}
