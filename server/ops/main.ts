import { userInfo } from 'node:os';
import { readEnvironment } from '../config/environment.ts';
import { runCommand, STATUS } from './command.ts';
import { THINGS } from './resources.ts';

await main();

async function main(): Promise<void> {
  // Whoever reads may leave early, as `head` does.
  process.stdout.on('error', () => process.exit());
  const environment = readEnvironment('.env', process.env);
  if (!environment.ok) {
    console.error(environment.error);
    process.exitCode = STATUS.usage;
    return;
  }
  process.exitCode = await runCommand(process.argv.slice(2), {
    things: THINGS,
    environment: environment.value,
    who: systemName(),
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    out: (text) => console.log(text),
    err: (sentence) => console.error(sentence),
  });
}

/** A user of a container may have a number alone. */
function systemName(): string {
  try {
    return userInfo().username.slice(0, 64);
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
