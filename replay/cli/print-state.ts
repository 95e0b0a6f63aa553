import { createFold } from '../fold/fold.ts';
import { createReader } from '../fold/reader.ts';
import { digestedState } from '../fold/state.ts';
import { createTrail } from '../fold/trail.ts';
import type { Exit } from './exit.ts';
import { readInto, reported } from './read.ts';

interface Asked {
  readonly file: string;
  readonly untilMs: number | undefined;
}

/** Prints the state after a recording, or its digest alone. */
export async function printState({ file, untilMs }: Asked, isDigestAlone: boolean): Promise<Exit> {
  const fold = createFold();
  const outcome = await readInto(file, createReader({ fold, untilMs }));
  const state = await digestedState(fold);
  await print(isDigestAlone ? state.digest : JSON.stringify(state));
  return reported(file, outcome);
}

/** Prints a line for each record: its number in the file, its time, and the number of the state after it. */
export async function printTrail({ file, untilMs }: Asked): Promise<Exit> {
  let waiting: string[] = [];
  const trail = createTrail((step) => waiting.push(JSON.stringify(step)), untilMs);
  const outcome = await readInto(file, {
    push(text) {
      const isWanted = trail.push(text);
      if (waiting.length > 0) process.stdout.write(`${waiting.join('\n')}\n`);
      waiting = [];
      return isWanted;
    },
    end: trail.end,
  });
  if (waiting.length > 0) await print(waiting.join('\n'));
  return reported(file, outcome);
}

/** Resolves when the text is out: an exit before that would cut a pipe's reader off. */
function print(text: string): Promise<void> {
  return new Promise((done) => {
    process.stdout.write(`${text}\n`, () => done());
  });
}
