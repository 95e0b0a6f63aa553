import { readEnvironment } from '../config/setting-reader.ts';
import { RESOURCES } from './resources.ts';
import { runCommand, STATUS } from './run-command.ts';

await main();

async function main(): Promise<void> {
  // The reader of a pipe may end early, as `head` does.
  process.stdout.on('error', () => process.exit());
  const environment = readEnvironment('.env', process.env);
  if (!environment.ok) {
    console.error(environment.error);
    process.exitCode = STATUS.usage;
    return;
  }
  process.exitCode = await runCommand(process.argv.slice(2), {
    resources: RESOURCES,
    environment: environment.value,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    out: (text) => console.log(text),
    err: (sentence) => console.error(sentence),
  });
}
