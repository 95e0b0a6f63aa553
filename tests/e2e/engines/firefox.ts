import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../bench/rig/waiting.ts';
import type { Command, Session } from './driven.ts';
import { onPath } from './on-path.ts';

export const FIREFOX = onPath('firefox', 'firefox-esr');

const NAMES: Readonly<Record<Command, string>> = {
  navigate: 'Navigate',
  script: 'ExecuteScript',
  actions: 'PerformActions',
};

/** Starts Firefox without a window and speaks Marionette with it: WebDriver's commands over a socket of its own. */
export async function startFirefox(path: string): Promise<Session> {
  const home = await mkdtemp(join(tmpdir(), 'pipstream-firefox-'));
  const port = await freePort();
  await writeFile(join(home, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const args = [
    '--headless',
    '--marionette',
    '--no-remote',
    '--profile',
    home,
    '--width=500',
    '--height=860',
  ];
  const browser = spawn(path, args, { stdio: 'ignore', env: { ...process.env, HOME: home } });
  const socket = await reached(port);
  const send = speak(socket);
  const opened = await send('NewSession', { capabilities: {} });
  const { capabilities } = opened as { readonly capabilities: { readonly browserVersion: string } };
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    async run(command, params) {
      const answer = await send(NAMES[command], params);
      return answer instanceof Object && 'value' in answer ? answer.value : undefined;
    },
    async end() {
      socket.destroy();
      browser.kill();
      await once(browser, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}

const TRIES = 200;

async function reached(port: number): Promise<Socket> {
  for (let left = TRIES; ; left--) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

type Answer = readonly [1, number, { readonly error: string; readonly message: string } | null, unknown];

/** A message is its length, a colon, and JSON: `[0, id, command, params]`, answered by `[1, id, error, value]`. */
function speak(socket: Socket): (command: string, params: unknown) => Promise<unknown> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let left = Buffer.alloc(0);
  let id = 0;
  socket.on('data', (chunk: Buffer) => {
    left = Buffer.concat([left, chunk]);
    for (;;) {
      const colon = left.indexOf(':');
      const end = colon + 1 + Number(left.subarray(0, colon));
      if (colon < 0 || left.length < end) return;
      const message: unknown = JSON.parse(left.subarray(colon + 1, end).toString());
      left = left.subarray(end);
      // The first message only says which version it speaks.
      if (Array.isArray(message)) waiting.get(message[1])?.(message as unknown as Answer);
    }
  });
  return async (command, params) => {
    const mine = ++id;
    const text = JSON.stringify([0, mine, `WebDriver:${command}`, params]);
    const answered = new Promise<Answer>((done) => waiting.set(mine, done));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, value] = await answered;
    waiting.delete(mine);
    if (error !== null) throw new Error(`${command}: ${error.error}: ${error.message}`);
    return value;
  };
}
