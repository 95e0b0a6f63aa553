import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFlags } from '../../scripts/server-flags.mjs';
import { root } from '../architecture/sources.ts';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { atEnd } from '../helpers/cleanup.ts';
import { ROOMY } from '../helpers/roomy.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The exchange in a child process. */
export interface Served {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it reported that it was ready. */
  readonly readyMs: number;
  /** Its standard error so far. */
  said(): string;
  /** Its standard output so far, without the letters of the outbox. */
  printed(): string;
  /** Kills it. Like a power cut, except that the system still writes its buffers. */
  kill(): Promise<void>;
}

/** @param wrap a command that runs its arguments, such as one that sets limits */
export async function startServed(
  settings: Readonly<Record<string, string>>,
  wrap: readonly string[] = [],
): Promise<Served> {
  const program = join(root, 'tests', 'helpers', 'programs', 'serve.ts');
  const node = [process.execPath, ...serverFlags(), program];
  const [command = '', ...args] = [...wrap, ...node];
  const child = spawn(command, args, {
    env: { ...bareEnvironment(), PORT: '0', LEADERS: '0', ...ROOMY, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [url, readyMs] = await readyLine(child, () => said);
  return {
    url,
    pid: child.pid ?? 0,
    readyMs,
    said: () => said,
    printed: () => printed,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (arch) => `/usr/lib/${arch}/faketime/libfaketime.so.1`,
);

/** The exchange's own wall clock, to be set while it runs; undefined where libfaketime is not installed. */
export function settableClock() {
  const library = FAKETIME.find((path) => existsSync(path));
  if (library === undefined) return undefined;
  const file = join(temporaryFolder(), 'faketime');
  const set = (offsetS: number) => writeFileSync(file, `${offsetS < 0 ? '' : '+'}${offsetS}\n`);
  set(0);
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Timers keep to the true passing of time, as they do when a machine's clock is set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { settings, set };
}

function readyLine(child: ChildProcess, said: () => string): Promise<readonly [string, number]> {
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const [, url = '', ms] = /^ready (\S+) (\d+)$/m.exec(out) ?? [];
      if (url !== '') resolve([url, Number(ms)]);
    });
    child.once('exit', (status) => reject(new Error(`the exchange ended with ${status}: ${said()}`)));
  });
}

/** A FEED that is available at once: simulated prices would take a while to start. */
export function quickFeed(minutes = 10): string {
  const path = join(temporaryFolder(), 'tape.csv');
  const lines = Array.from(
    { length: minutes * 600 },
    (_, i) => `${1_767_000_000_000 + i * 100},1.1000${i % 10},1.10100`,
  );
  writeFileSync(path, `ts_ms,bid,ask\n${lines.join('\n')}\n`);
  return `ticks:EURUSD=${path}`;
}

export interface Said {
  readonly code: number;
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here
  readonly data: any;
}

/** Rejects without a complete answer. */
export async function askServed(
  url: string,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  how: { readonly token?: string | undefined; readonly post?: true } = {},
): Promise<Said> {
  const query = new URLSearchParams(fields);
  const answer = await fetch(how.post || query.size === 0 ? url + path : `${url}${path}?${query}`, {
    ...(how.post ? { method: 'POST', body: query } : {}),
    headers: { lang: 'en', ...(how.token === undefined ? {} : { authorization: how.token }) },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  return { status: answer.status, text, ...JSON.parse(text) };
}

/** Health must show a fault, and its end, within this time. */
const SHOWN_MS = 3_000;

/** The time until both health checks answer with a status. Throws after the three seconds that they have. */
export async function msUntilHealth(url: string, status: number): Promise<number> {
  const from = performance.now();
  for (;;) {
    const answers = await Promise.all(['/healthz', '/readyz'].map((path) => askServed(url, path)));
    const ms = Math.round(performance.now() - from);
    if (answers.every((answer) => answer.status === status)) return ms;
    if (ms > SHOWN_MS) throw new Error(`health is not ${status} after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A new demo account's token. */
export async function enterServed(url: string): Promise<string> {
  const { data } = await askServed(url, '/api/user/createAccountDemoForU');
  const login = await askServed(url, '/api/user/loginForU', { demo_id: data.demo_id }, { post: true });
  return login.data.token;
}

export interface Tradable {
  readonly id: string;
  readonly multiple: string;
  readonly lots: string;
  readonly price: number;
}

/** An instrument whose market is open now: some are always open. */
export async function openInstrument(url: string): Promise<Tradable> {
  const { data } = await askServed(url, '/v1/api/forex/trade_list');
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here
  const one = data.list.find((listed: any) => listed.MarketStatus === 1 && listed.QuoteCurrency === 'USD');
  return {
    id: String(one.Id),
    multiple: String(one.HasForexMultiple.at(-1).Value),
    lots: String(one.ForexMinCont),
    price: one.ForexQuotations.Close,
  };
}
