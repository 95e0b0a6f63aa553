import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../helpers/chromium.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { replay } from '../replay/cli/command.ts';
import { openScene } from './scene.ts';

const scene = openScene();
let browser: Browser;

// A browser that is shared through a socket has its HARs written by its server, in another layout.
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

type RecordHar = NonNullable<BrowserContextOptions['recordHar']>;

const MODES: readonly (readonly [name: string, how: Omit<RecordHar, 'path'>, file: string])[] = [
  ['embed', { content: 'embed' }, 'a.har'],
  ['attach, in a folder', { content: 'attach' }, 'a.har'],
  ['attach, in an archive', {}, 'a.zip'],
  ['minimal', { mode: 'minimal' }, 'a.har'],
  ['minimal, in an archive', { mode: 'minimal' }, 'a.zip'],
];

it.each(MODES)('the HAR that Playwright records of the app is imported: %s', async (_name, how, file) => {
  const folder = temporaryFolder();
  const [path, out] = [join(folder, file), join(folder, 'out.jsonl')];
  const context = await browser.newContext({
    baseURL: scene.product.url,
    serviceWorkers: 'block',
    recordHar: { path, ...how },
  });
  const page = await context.newPage();
  let frames = 0;
  page.on('websocket', (socket) => socket.on('framereceived', () => frames++));
  await page.goto('/product');
  await expect.poll(() => frames, { timeout: 90_000 }).toBeGreaterThan(20);
  // An answer that is still on its way would be saved without its body.
  await page.waitForLoadState('networkidle');
  await context.close();
  const { status, said } = await replay(['import', path, '--from', 'har', '--out', out]);
  expect([status, said]).toEqual([0, expect.not.stringContaining('dropped: ')]);
  const lines = readFileSync(out, 'utf8').split('\n');
  expect(lines.filter((line) => line.includes('"kind":"in"')).length).toBeGreaterThanOrEqual(20);
  expect(lines.filter((line) => line.includes('"kind":"http"')).length).toBeGreaterThan(1);
  const state = await replay([out, '--state']);
  expect(Object.keys(JSON.parse(state.out).quotes).length).toBeGreaterThan(5);
});
