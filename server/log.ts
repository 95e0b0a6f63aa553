import { type DestinationStream, destination, type Logger, multistream, pino, stdTimeFunctions } from 'pino';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export type Log = Logger;

interface LogOptions {
  readonly level: LogLevel;
  /** Default: text in a terminal, else JSON. */
  readonly format?: LogFormat | undefined;
  /** Default: standard output. */
  readonly out?: DestinationStream;
  /** Receives errors. Default: standard error. */
  readonly err?: DestinationStream;
}

/** Never logged under any of these names, whoever passes them by mistake. */
const SECRETS = [
  'token',
  'authorization',
  'cookie',
  'password',
  'code',
  'secret',
  'demo_id',
  'demoId',
  'email',
  'phone',
  'url',
  'query',
  'headers',
  'body',
];

/**
 * The log of the exchange: one JSON line for each entry, or lines for people in a terminal. The composition
 * root creates it; rooms get callbacks instead (`report`, `onFault`), so that they know no logger. Texts that
 * users typed never go into it.
 */
export function createLog({ level, format, out, err }: LogOptions): Log {
  const isText = (format ?? (process.stdout.isTTY ? 'text' : 'json')) === 'text';
  const shaped = (to: DestinationStream): DestinationStream =>
    isText ? { write: (line) => to.write(textOf(JSON.parse(line))) } : to;
  // Synchronous, so that the last line before the end of the process is not lost.
  const streams = [
    { level: 'debug' as const, stream: shaped(out ?? destination({ fd: 1, sync: true })) },
    { level: 'error' as const, stream: shaped(err ?? destination({ fd: 2, sync: true })) },
  ];
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFacts },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    multistream(streams, { dedupe: true }),
  );
}

/** Logs an unexpected error, or a sentence in its place; `where` contains no secret. */
export function logFault(log: Log, where: string, error: unknown, requestId?: string): void {
  const request = requestId === undefined ? {} : { request: requestId };
  if (error instanceof Error) log.error({ where, ...request, err: error }, `fault in ${where}`);
  else log.error({ where, ...request }, `fault in ${where}: ${error}`);
}

/** Without the error's other fields: those of a database hold values of rows. */
function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { reason: error.code } : {};
  return { type: error.name, message: error.message, ...code, stack: error.stack };
}

/** An entry as a line for people: its message, the stack of an error, and its facts. */
function textOf(entry: Readonly<Record<string, unknown>>): string {
  const { level, time: _, msg = '', err, where: __, ...facts } = entry;
  const prefix = level === 'info' || level === 'error' || level === 'fatal' ? '' : `${level}: `;
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `: ${err.stack}` : '';
  const given = Object.entries(facts).filter(([, value]) => value !== '');
  const rest = given.map(([name, value]) => ` ${name}=${value}`);
  return `${prefix}${msg}${stack}${rest.join('')}\n`;
}
