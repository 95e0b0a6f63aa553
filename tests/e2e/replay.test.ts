import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { englishPhone } from './phone.ts';
import { openStage } from './stage.ts';

const stage = openStage();

/** Navigates within the app: a reload would end the recording. */
const move = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path);

const tokenOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('pipstream.token'));

async function buyBitcoin(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Trade', exact: true }).tap();
  await page.getByRole('button', { name: /Choose an instrument/ }).tap();
  const picker = page.getByRole('dialog');
  await picker.getByRole('searchbox').fill('btc');
  await picker.getByRole('button', { name: /BTC\/USD/ }).tap();
  await page.getByRole('button', { name: /^Buy 0\.01 lots/ }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Buy 0\.01 at/ })
    .tap();
  await page.getByText(/^Bought 0\.01 BTC\/USD at/).waitFor();
}

/** Holds the recording's dot, on the screen that is open. */
async function markWithNote(page: Page): Promise<void> {
  const dot = page.getByRole('button', { name: /^Recording\. Press to mark/ });
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
  await buyBitcoin(page);
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

// spec: 2.40
it('a recording of trading replays in the app to the same digest, and no order can be placed', async () => {
  const { page, context, problems } = await englishPhone(stage.browser, stage.product.url);
  const path = await record(page);
  const token = await tokenOf(page);

  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText(/^Replay of .pipstream-/).waitFor();
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  await timeline.waitFor();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
  await page.getByText('The recording ends here.').waitFor();
  await page.getByText(await digestOf(path)).waitFor();

  // The recording began on the login screen.
  await page.getByRole('button', { name: 'Marks and options' }).tap();
  const options = page.getByRole('dialog', { name: 'Marks and options' });
  await options.getByText('Follow the user').tap();
  await options.getByRole('button', { name: /^bought/ }).tap();
  await options.waitFor({ state: 'hidden' });
  // The user marked it on the screen of the trade.
  await page.waitForURL((to) => to.pathname === '/trade');
  await page
    .getByRole('status', { name: 'Mark' })
    .getByText(/: bought$/)
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Marks and options' }).tap();
  await options.getByText('Follow the user').tap();
  await options.getByRole('button', { name: 'Close' }).tap();

  await move(page, '/order');
  await page.getByRole('article').getByText('BTC/USD', { exact: true }).waitFor();
  await move(page, '/trade');
  expect(await page.getByRole('button', { name: /^Buy/ }).isDisabled()).toBe(true);
  await page.getByText('This is a replay: nothing can be ordered').waitFor();

  // Slow enough to be stopped well before its end.
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('0.25');
  await timeline.press('Home');
  await page.getByRole('button', { name: 'Pause' }).tap();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const before = Number(await timeline.getAttribute('aria-valuenow'));
  // The state at the start of the recording lies at 0: a step through one of its frames moves nothing yet.
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Next frame' }).tap();
        return Number(await timeline.getAttribute('aria-valuenow'));
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(before);
  expect(await page.getByRole('button', { name: 'Play', exact: true }).isVisible()).toBe(true);

  expect(await tokenOf(page)).toBe(token);
  await page.getByRole('button', { name: 'End the replay' }).tap();
  await move(page, '/order');
  await page.getByRole('article').getByText('BTC/USD', { exact: true }).waitFor();
  expect(await page.getByText(/^Replay of/).count()).toBe(0);
  expect(await tokenOf(page)).toBe(token);
  expect(problems).toEqual([]);
  await context.close();
});
