import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A process, and the address that it prints when it can be asked; `said` rejects with what it prints instead. */
export interface Launched {
  readonly child: ChildProcess;
  readonly said: Promise<string>;
}

const GIVE_UP_MS = 60_000;
const ASK_MS = 25;

/** Asks until there is an answer. Rejects with what the child has written on standard error when it ends, or is too slow. */
export async function untilAnswer(child: ChildProcess, ask: () => Promise<string>): Promise<string> {
  let written = '';
  let failed: Error | undefined;
  child.stderr?.on('data', (chunk: Buffer) => {
    written = (written + chunk.toString()).slice(-2_000);
  });
  child.once('error', (error) => {
    failed = error;
  });
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await ask().catch((error: unknown) => error);
    if (typeof answer === 'string') return answer;
    if (failed !== undefined) throw failed;
    if (hasEnded(child) || Date.now() > giveUpAt)
      throw new Error(written.trim() || 'it does not start', { cause: answer });
    await pause(ASK_MS);
  }
}

export const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null || pid === undefined;

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  server.close();
  return port;
}

/** Lets a server listen. @returns its port, a free one unless it is given */
export async function portOf(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
