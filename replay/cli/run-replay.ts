// `npm run replay`: reads recordings of the socket; docs/recordings.md has the commands.
// Arguments, files, standard output and exit statuses belong here; only this folder of `replay` imports Node.

import { RecordingError } from '../format/format.ts';
import { earlierRecordings } from '../format/packed-text.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { bytesOf, isFile, unpack } from './recording-files.ts';
import { HELP, type Task, taskOf } from './task.ts';

/** Runs a command line. @returns the exit status; bugs throw */
export async function runReplay(args: readonly string[], io: Io): Promise<Exit> {
  try {
    const task = taskOf(args);
    if ('file' in task && task.file !== undefined) await sayEarlier(task.file, io);
    return await run(task, io);
  } catch (error) {
    if (error instanceof UsageError) io.err(`${error.message}\nnpm run replay -- --help tells more.`);
    else if (isFileError(error)) io.err(`${error.path ?? 'A file'} could not be read: ${error.code}.`);
    else if (error instanceof RecordingError) {
      io.err(error.message);
      return EXIT.damaged;
    } else throw error;
    return EXIT.refused;
  }
}

/** A report of somebody who reloaded the app has more than one recording. */
async function sayEarlier(file: string, io: Io): Promise<void> {
  if (!(await isFile(file))) return;
  const names = (await earlierRecordings(bytesOf(file), unpack)).map(({ name }) => name);
  if (names.length > 0) io.err(`${file} also has ${names.join(' and ')}: unpack it to read that.`);
}

/** Each command loads its own part: the server's packages alone are half of a reader's memory. */
async function run(task: Task, io: Io): Promise<Exit> {
  switch (task.kind) {
    case 'help':
      await io.out(HELP);
      return EXIT.done;
    case 'state':
    case 'digest':
      return (await import('./state-commands.ts')).printState(task, task.kind === 'digest', io);
    case 'trail':
      return (await import('./state-commands.ts')).printTrail(task, io);
    case 'indicators':
      return (await import('./state-commands.ts')).printIndicators(task, io);
    case 'cost':
      return (await import('./cost/cost-process.ts')).printCost(task, io);
    case 'diff':
      return (await import('./diff.ts')).printDiff(task, io);
    case 'serve':
      return (await import('./serve-recording.ts')).serveRecording(task, io);
    case 'har':
      return (await import('./conversion.ts')).exportHar({ ...task, say: io.err });
    case 'import':
      return (await import('./conversion.ts')).importFile({ ...task, say: io.err });
    case 'golden':
      return (await import('./golden.ts')).makeGolden(task, io);
    case 'test':
      return (await import('./written-test.ts')).writeTest(task, io);
    case 'branch':
      return (await import('./branch.ts')).branch(task, io);
    case 'cut':
    case 'filter':
    case 'merge':
    case 'anonymise':
      return (await import('./make-recording.ts')).makeRecording(task, io);
    case 'frames':
      return (await import('./list-frames.ts')).listFrames(task, io);
    case 'bisect':
      return (await import('./bisect.ts')).bisect(task, io);
    case 'shots':
      return (await import('./shots.ts')).takeShots(task, io);
    case 'link':
      return (await import('./serve-links.ts')).serveLinks(task, io);
    case 'film':
      return (await import('./film.ts')).makeFilm(task, io);
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
