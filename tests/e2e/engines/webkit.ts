import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../../../bench/rig/waiting.ts';
import type { Command, Session } from './driven.ts';
import { onPath } from './on-path.ts';

interface WebKit {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
  readonly locale: string;
}

const [browser] = globSync('/usr/lib/*/webkit*gtk-*/MiniBrowser');
const driver = onPath('WebKitWebDriver');
const display = onPath('Xvfb');
// Of the locale "C" it makes the language "C", which `Intl` refuses.
const locale = driver && execFileSync('locale', ['-a'], { encoding: 'utf8' }).match(/^en_\S+$/m)?.[0];

/** WebKitGTK, the engine of Safari, and a screen for it. */
export const WEBKIT: WebKit | undefined =
  browser && driver && display && locale ? { browser, driver, display, locale } : undefined;

const PATHS: Readonly<Record<Command, string>> = {
  navigate: 'url',
  script: 'execute/sync',
  actions: 'actions',
};

/** Starts WebKitGTK's small browser on a screen of its own, behind its WebDriver. */
export async function startWebKit({ driver, browser, display, locale }: WebKit): Promise<Session> {
  const home = await mkdtemp(join(tmpdir(), 'pipstream-webkit-'));
  // It chooses a free number for the screen and writes it to descriptor 3.
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as Readable, 'data');
  const port = await freePort();
  const running = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: home,
      DISPLAY: `:${String(number).trim()}`,
      // Without a sandbox and a GPU it runs in a container too.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LC_ALL: locale,
    },
  });
  const base = `http://127.0.0.1:${port}/session`;
  const options = { binary: browser, args: ['--automation'] };
  const opened = await patiently(() =>
    post(base, { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }),
  );
  const { sessionId, capabilities } = opened as {
    readonly sessionId: string;
    readonly capabilities: { readonly browserVersion: string };
  };
  await post(`${base}/${sessionId}/window/rect`, { x: 0, y: 0, width: 410, height: 860 });
  return {
    name: `WebKit ${capabilities.browserVersion}`,
    run: (command, params) => post(`${base}/${sessionId}/${PATHS[command]}`, params),
    async end() {
      await fetch(`${base}/${sessionId}`, { method: 'DELETE' });
      await Promise.all([running, screen].map(killed));
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

const TRIES = 100;

/** Until the driver listens. */
async function patiently<T>(run: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (left === 0 || !(error instanceof TypeError)) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
