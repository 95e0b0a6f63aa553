import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads what a command of the project was given. Ends the process with the help (status 0) for `--help`, and with a
 * sentence (status 2) for what it does not know.
 */
export function readCommandLine<T extends ParseArgsConfig>(
  help: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if ((config.args ?? process.argv.slice(2)).includes('--help')) {
    console.log(help);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // Node goes on about arguments that begin with a dash.
    const [sentence] = error instanceof Error ? error.message.split('. ') : [];
    console.error(`${sentence ?? String(error)}. --help tells more.`);
    process.exit(2);
  }
}
