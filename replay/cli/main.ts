// `npm run replay`: reads recordings of the socket; docs/recordings.md has the commands.
// Arguments, files, standard output and exit statuses belong here; only this folder of `replay` imports Node.
import { EXIT, type Exit, HELP, type Task, taskOf } from './arguments.ts';
import { exportHar, importFile } from './conversion.ts';
import { printDiff } from './diff.ts';
import { makeRecording } from './make-recording.ts';
import { serveRecording } from './serve.ts';
import { makeGolden, printIndicators, printState, printTrail } from './state-commands.ts';
import { UsageError } from './tool-arguments.ts';

async function run(task: Task): Promise<Exit> {
  switch (task.kind) {
    case 'help':
      console.log(HELP);
      return EXIT.done;
    case 'state':
    case 'digest':
      return printState(task, task.kind === 'digest');
    case 'trail':
      return printTrail(task);
    case 'indicators':
      return printIndicators(task);
    case 'diff':
      return printDiff(task.file, task.a, task.b);
    case 'serve':
      return serveRecording(task);
    case 'har':
      return exportHar(task);
    case 'import':
      return importFile(task);
    case 'golden':
      return makeGolden(task);
    case 'cut':
      return makeRecording(task);
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
  if (error instanceof UsageError) console.error(`${error.message}\nnpm run replay -- --help tells more.`);
  else if (isFileError(error)) console.error(`${error.path ?? 'A file'} could not be read: ${error.code}.`);
  else throw error;
  process.exitCode = EXIT.refused;
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
