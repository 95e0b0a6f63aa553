import { EXIT } from './exit.ts';
import { runReplay } from './run-replay.ts';

// The reader of the output closed it, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.done);
});

process.exitCode = await runReplay(process.argv.slice(2), {
  out: (lines) => new Promise((done) => process.stdout.write(`${lines}\n`, () => done())),
  err: (line) => console.error(line),
});
