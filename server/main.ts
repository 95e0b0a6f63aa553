import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from './clock.ts';
import { readCommandLine } from './command-line.ts';
import { parseConfig } from './config/config.ts';
import { readEnvironment } from './config/setting-reader.ts';
import { FeedError } from './feed/feed-error.ts';
import { createLog, type Log, logFault } from './log.ts';
import { StartError, type Web } from './roles/process.ts';
import { StoreError } from './store/errors.ts';

const root = resolve(import.meta.dirname, '..');
/** Maximum time for stopping, besides that for sending clients away; then the process exits anyway. */
const STOP_DEADLINE_MS = 10_000;

const HELP = `npm start [-- --role NAME]
  Starts the exchange and the app. --role all|gateway|dealer|feed stands above the setting ROLE; see docs/cluster.md.
  Settings are environment variables, or lines of .env; docs/operating.md lists them. npm run ops is for operators.`;

await main();

async function main(): Promise<void> {
  const { values: asked } = readCommandLine(HELP, {
    options: {
      role: { type: 'string' },
      /** For development: the app from its sources. */
      sources: { type: 'boolean', default: false },
      /** Says whether the role serves the app, and ends. */
      check: { type: 'boolean', default: false },
    },
  });
  const environment = readEnvironment('.env', process.env);
  if (!environment.ok) return fail(environment.error);
  const isDevelopment = asked.sources;
  const config = parseConfig({
    ...(isDevelopment ? { FAULTS: 'on', BENCH: 'on' } : {}),
    ...environment.value,
    ...(asked.role === undefined ? {} : { ROLE: asked.role }),
  });
  if (!config.ok) return fail(config.error);
  const log = createLog(config.value.log);
  const { role } = config.value;
  const fatal = (sentence: string) => {
    log.fatal(sentence);
    process.exitCode = 1;
  };
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'The exchange ends by a bug'));
  const web: Web = isDevelopment ? { kind: 'sources', root } : { kind: 'built', dir: join(root, 'dist') };
  const isServingPages = role.name === 'all' || role.name === 'gateway';
  // The launcher asks before it builds the app.
  if (asked.check) return console.log(isServingPages ? 'serves the app' : 'serves no app');
  if (isServingPages && web.kind === 'built' && !existsSync(join(web.dir, 'index.html')))
    return fatal('The web app is not built yet: run npm start, which builds it first.');
  // Loaded with settings that are right: wrong ones are reported at once.
  try {
    const stopper = createStopper(log, STOP_DEADLINE_MS + (role.name === 'gateway' ? role.drainMs : 0));
    const onLost = (sentence: string) => {
      fatal(sentence);
      stopper.stop(1);
    };
    const server =
      role.name === 'feed'
        ? await (await import('./roles/feed.ts')).startFeed(config.value, role, { log, onLost })
        : await (await import('./start.ts')).startServer(config.value, { web, logger: log, onLost });
    // First, since a reader of the line below may send a signal at once.
    stopper.arm(server.stop);
    const tookMs = Math.round(process.uptime() * 1_000);
    log.info(`Pipstream is ready at ${server.url} after ${tookMs} ms`);
  } catch (error) {
    const sentence = sentenceOf(error, config.value.host, config.value.port);
    if (sentence === undefined) throw error;
    fatal(sentence);
  }
}

/**
 * Stops the process in order, once: further reasons are ignored while stopping, and a stop that hangs is cut
 * off.
 */
function createStopper(log: Log, deadlineMs: number) {
  let stopServer: (() => Promise<void>) | undefined;
  let status: number | undefined;
  const run = (stop: () => Promise<void>, code: number) => {
    systemClock.after(deadlineMs, () => process.exit(1));
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        logFault(log, 'stopping', error);
        process.exit(1);
      },
    );
  };
  /** Waits for the server if it is still starting. */
  const stop = (code: number) => {
    if (status !== undefined) return;
    status = code;
    if (stopServer) run(stopServer, code);
  };
  return {
    stop,
    arm(stopOf: () => Promise<void>): void {
      stopServer = stopOf;
      process.on('SIGINT', () => stop(0));
      process.on('SIGTERM', () => stop(0));
      if (status !== undefined) run(stopOf, status);
    },
  };
}

/** Before the settings of the log are known. */
function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

/** One sentence for an error that the operator can fix; undefined for a bug. */
function sentenceOf(error: unknown, host: string, port: number): string | undefined {
  if (error instanceof StoreError || error instanceof StartError || error instanceof FeedError)
    return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use: stop what holds it, or set PORT to another one.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be opened by this user: set PORT to another one.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return undefined;
  }
}
