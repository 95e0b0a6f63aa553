import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strToU8, zipSync } from 'fflate';
import type { BrowserContext, Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { buyHere, chooseInstrument, englishPhone } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

/** Navigates within the app: a reload would end the recording. */
const move = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path);

const tokenOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('pipstream.token'));

/** Holds the recording's dot, on the screen that is open. */
async function markWithNote(page: Page): Promise<void> {
  const dot = page.getByRole('button', { name: /^Recording\. Press to mark/ });
  // The order’s dialog lies over it until it has closed.
  await dot.tap({ trial: true });
  const { x, y, width, height } = (await dot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x: x + width / 2, y: y + height / 2 }]);
  const sheet = page.getByRole('dialog', { name: 'Mark this moment' });
  await sheet.waitFor();
  await touch('touchEnd', []);
  await sheet.getByRole('textbox', { name: /Note/ }).fill('bought');
  await sheet.getByRole('button', { name: 'Mark this moment' }).tap();
  await sheet.waitFor({ state: 'hidden' });
}

async function record(page: Page): Promise<string> {
  await page.goto('/login?record');
  await page.getByRole('button', { name: 'Start with a demo account' }).tap();
  await page.waitForURL((to) => to.pathname !== '/login');
  await page.getByRole('link', { name: 'Trade', exact: true }).tap();
  await chooseInstrument(page, 'btc', /BTC\/USD/);
  await buyHere(page, 'BTC/USD');
  await markWithNote(page);
  await move(page, '/mine/diagnostics');
  await page.getByRole('button', { name: 'Stop recording' }).tap();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the recording' }).tap(),
  ]);
  const path = join(temporaryFolder(), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

async function digestOf(path: string): Promise<string> {
  const command = ['--disable-warning=ExperimentalWarning', 'replay/cli/main.ts', path, '--digest'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
  return stdout.trim();
}

/** The same recording as a file of the site. */
const publish = (context: BrowserContext, file: string): Promise<unknown> =>
  context.route(
    ({ pathname }) => pathname === '/files/report.jsonl.gz',
    (route) => route.fulfill({ path: file, contentType: 'application/gzip' }),
  );

const dropped = (page: Page, name: string, bytes: Buffer): Promise<void> =>
  page.evaluate(
    ([as, data]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], as));
      const fire = (type: string): void => {
        const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer });
        document.body.dispatchEvent(event);
      };
      // The code comes with the first drag; it tells that it is there.
      fire('dragenter');
      const drop = (): void => {
        fire('dragover');
        if (document.body.textContent?.includes('Drop the recording')) fire('drop');
        else requestAnimationFrame(drop);
      };
      drop();
    },
    [name, bytes.toString('base64')] as const,
  );

const QUIET = join(root, 'tests/recordings/quiet-day.jsonl.gz');

/** As "Report a problem" makes it. */
const REPORT = Buffer.from(
  zipSync(
    { 'pipstream-last-minutes.jsonl.gz': readFileSync(QUIET), 'build.json': strToU8('{}') },
    { level: 0 },
  ),
);

it('the links to a report open the app of this build at their moments, without an exchange', async () => {
  const file = join(temporaryFolder(), 'report.zip');
  writeFileSync(file, REPORT);
  const command = [
    '--disable-warning=ExperimentalWarning',
    'replay/cli/main.ts',
    'link',
    file,
    '--at',
    '1:20.5',
  ];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [said] = await once(child.stdout, 'data');
  const [url = ''] = String(said).split('\n', 1);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?replay=\/files\/report\.zip#t=1:20\.500$/);
  const { page, context } = await englishPhone(scene.browser, new URL(url).origin, 'block');
  await page.goto(url);
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  await timeline.waitFor();
  await page.getByText(/^Replay of .report\.zip/).waitFor();
  expect(Number(await timeline.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(80_500);
  await context.close();
});

it('a recording opens by its address at its moment, from this site alone', async () => {
  const { page, context } = await englishPhone(scene.browser, scene.product.url, 'block');
  await publish(context, QUIET);
  await page.goto('/product?replay=/files/report.jsonl.gz#t=1:20.5');
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  await timeline.waitFor();
  await page.getByText(/^Replay of .report\.jsonl\.gz/).waitFor();
  expect(Number(await timeline.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(80_500);
  // A sheet lies over the player and leaves no room for it.
  await page.getByRole('button', { name: 'Marks and options' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Marks and options' });
  const padding = await sheet.locator('> div').evaluate((panel) => getComputedStyle(panel).paddingBlockEnd);
  expect(padding).toBe('0px');
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await sheet.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'End the replay' }).tap();
  await expect.poll(() => page.getByText(/^Replay of/).count()).toBe(0);
  // What has ended stays ended.
  await page.goto('/product');
  // The message goes by itself: it may come and go before everything has loaded.
  await page.goto('/product?replay=https://elsewhere.example/a.jsonl', { waitUntil: 'commit' });
  await page.getByText('https://elsewhere.example/a.jsonl is another one.').waitFor();
  await page.goto('/product?replay=/files/none.jsonl', { waitUntil: 'commit' });
  await page.getByText('The recording could not be loaded: /files/none.jsonl').waitFor();
  expect(await page.getByText(/^Replay of/).count()).toBe(0);
});

it('a recording and a HAR open where they are dropped, and nothing else does', async () => {
  const { page } = await englishPhone(scene.browser, scene.product.url);
  await page.goto('/');
  await page.getByRole('main').waitFor();
  await dropped(page, 'cat.png', Buffer.from('x'));
  await page.getByText('Only recordings can be opened here: .jsonl, .jsonl.gz, .har or .zip').waitFor();
  await dropped(page, 'quiet-day.jsonl.gz', readFileSync(QUIET));
  await page.getByText(/^Replay of .quiet-day/).waitFor();
  await dropped(page, 'report.zip', REPORT);
  await page.getByText(/^Replay of .report\.zip/).waitFor();
  const har = join(temporaryFolder(), 'quiet-day.har');
  const convert = ['--disable-warning=ExperimentalWarning', 'replay/cli/main.ts', QUIET, '--har', har];
  await promisify(execFile)(process.execPath, convert, { cwd: root });
  await dropped(page, 'session.har', readFileSync(har));
  await page.getByText(/^Replay of .session\.har/).waitFor();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
  await page.getByText('The recording ends here.').waitFor();
  await page.getByText(await digestOf(QUIET)).waitFor();
});

it('a recording that is dropped before the app is there opens once it is', async () => {
  const { page, context } = await englishPhone(scene.browser, scene.product.url, 'block');
  const start = Promise.withResolvers<void>();
  await context.route(
    ({ pathname }) => /^\/assets\/.*\.js$/.test(pathname),
    async (route) => {
      await start.promise;
      await route.continue();
    },
  );
  await page.goto('/product', { waitUntil: 'commit' });
  await page.locator('.boot-header').waitFor();
  const cdp = await context.newCDPSession(page);
  const data = { items: [], files: [QUIET], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: 100, y: 300, data });
  start.resolve();
  await page.getByText(/^Replay of .quiet-day/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/product');
});

// spec: 2.40
it('a recording of trading replays in the app to the same digest, and the session goes on afterwards', async () => {
  const { page, problems } = await englishPhone(scene.browser, scene.product.url);
  const path = await record(page);
  const token = await tokenOf(page);

  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText(/^Replay of .pipstream-/).waitFor();
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  await timeline.waitFor();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
  await page.getByText('The recording ends here.').waitFor();
  await page.getByText(await digestOf(path)).waitFor();

  // Slow enough to be stopped well before its end.
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('0.25');
  await timeline.press('Home');
  await page.getByRole('button', { name: 'Pause' }).tap();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Marks and options' }).tap();
  const options = page.getByRole('dialog', { name: 'Marks and options' });
  await options.getByText('Follow the user').tap();
  await options.getByRole('button', { name: /^bought/ }).tap();
  await options.waitFor({ state: 'hidden' });
  // The user marked it on the screen of the trade.
  await page.waitForURL((to) => to.pathname === '/trade');
  const note = page.getByRole('status', { name: 'Mark' }).getByText(/: bought$/);
  await note.waitFor({ state: 'attached' });

  // A reload keeps file, moment, pause and screen.
  const shown = await timeline.getAttribute('aria-valuenow');
  await page.reload();
  await note.waitFor({ state: 'attached' });
  expect(await timeline.getAttribute('aria-valuenow')).toBe(shown);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/trade');

  await page.getByRole('button', { name: 'Marks and options' }).tap();
  await options.getByText('Follow the user').tap();
  await options.getByRole('button', { name: 'Close' }).tap();

  await move(page, '/order');
  await page.getByRole('article').getByText('BTC/USD', { exact: true }).waitFor();
  expect(await tokenOf(page)).toBe(token);
  await page.getByRole('button', { name: 'End the replay' }).tap();
  await move(page, '/order');
  await page.getByRole('article').getByText('BTC/USD', { exact: true }).waitFor();
  expect(await page.getByText(/^Replay of/).count()).toBe(0);
  expect(await tokenOf(page)).toBe(token);
  expect(problems).toEqual([]);
});
