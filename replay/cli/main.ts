// `npm run replay`: reads recordings of the socket; docs/recordings.md has the commands.
// Arguments, files, standard output and exit statuses belong here; only this folder of `replay` imports Node.

import { RecordingError } from '../format/format.ts';
import { HELP, type Task, taskOf } from './arguments.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';

/** Each command loads its own part: the server's packages alone are half of a reader's memory. */
async function run(task: Task): Promise<Exit> {
  switch (task.kind) {
    case 'help':
      console.log(HELP);
      return EXIT.done;
    case 'state':
    case 'digest':
      return (await import('./state-commands.ts')).printState(task, task.kind === 'digest');
    case 'trail':
      return (await import('./state-commands.ts')).printTrail(task);
    case 'indicators':
      return (await import('./state-commands.ts')).printIndicators(task);
    case 'diff':
      return (await import('./diff.ts')).printDiff(task);
    case 'serve':
      return (await import('./serve.ts')).serveRecording(task);
    case 'har':
      return (await import('./conversion.ts')).exportHar(task);
    case 'import':
      return (await import('./conversion.ts')).importFile(task);
    case 'golden':
      return (await import('./state-commands.ts')).makeGolden(task);
    case 'cut':
    case 'filter':
    case 'merge':
    case 'anonymise':
      return (await import('./make-recording.ts')).makeRecording(task);
    case 'frames':
      return (await import('./frames.ts')).listFrames(task);
    case 'bisect':
      return (await import('./bisect.ts')).bisect(task);
    case 'shots':
      return (await import('./shots.ts')).takeShots(task);
    case 'film':
      return (await import('./film.ts')).makeFilm(task);
  }
}

// The reader of the output closed it, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.done);
});

try {
  process.exitCode = await run(taskOf(process.argv.slice(2)));
} catch (error) {
  process.exitCode = EXIT.refused;
  if (error instanceof UsageError) console.error(`${error.message}\nnpm run replay -- --help tells more.`);
  else if (isFileError(error)) console.error(`${error.path ?? 'A file'} could not be read: ${error.code}.`);
  else if (error instanceof RecordingError) {
    console.error(error.message);
    process.exitCode = EXIT.damaged;
  } else throw error;
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
