import { stat } from 'node:fs/promises';
import type { ReadFailure } from '../fold/recording-reader.ts';
import { RecordingError } from '../format/format.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';

/** Prints a line on standard error. */
export type Say = (line: string) => void;

/** Runs a conversion of one file into another; turns errors into a message and an exit status. */
export async function convert(
  { file, out, say }: { readonly file: string; readonly out: string; readonly say: Say },
  run: () => Promise<ReadFailure | undefined>,
): Promise<Exit> {
  try {
    if (await isSameFile(file, out)) {
      say(`${out} is the input: give another name to write to`);
      return EXIT.refused;
    }
    const cut = await run();
    if (cut === undefined) return EXIT.done;
    say(`${file}, line ${cut.line}: ${cut.reason}; what stands before it was kept`);
    return EXIT.damaged;
  } catch (error) {
    if (error instanceof RecordingError) {
      say(`${file}: ${error.message}; nothing was written`);
      return EXIT.damaged;
    }
    if (!(error instanceof UsageError) && !isOfFiles(error)) throw error;
    say(error.message);
    return EXIT.refused;
  }
}

/** @throws if the input does not exist */
async function isSameFile(file: string, out: string): Promise<boolean> {
  const input = await stat(file);
  try {
    const output = await stat(out);
    return output.ino === input.ino && output.dev === input.dev;
  } catch {
    return false;
  }
}

/** A file system error, e.g. no such file, or a full disk. */
const isOfFiles = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
