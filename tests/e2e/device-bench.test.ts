import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { devicesText, readDevice } from '../../bench/report/devices.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { openPhone } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene({ BENCH: 'on' });

it('/bench plays its tape through engine and list, and sends what it measured to the server', async () => {
  const { page, context, problems } = await openPhone(scene.browser, scene.product.url);
  await page.goto('/bench?seconds=4');
  await page.getByRole('button', { name: 'Start' }).tap();
  await page.getByText('TAPE1', { exact: true }).first().waitFor();
  const result = page.getByRole('textbox', { name: 'Result' });
  await result.waitFor();
  const { figures, build, answer } = JSON.parse(await result.inputValue());
  expect(build).not.toBe('');
  expect(answer).toMatch(/^(Yes, it is fast enough|No, it is too slow): .+ 50 (ms|%)/);
  expect(await page.getByRole('heading', { name: /^(Yes|No), / }).textContent()).toBe(answer);
  for (const name of ['frames per second', 'tick to pixel, p95', 'worker load', 'long frames'])
    expect(figures[name]?.value, name).toEqual(expect.any(Number));
  // Before the server's answer, for whose plain text a browser looks for an icon.
  expect(problems).toEqual([]);
  await page.getByRole('button', { name: 'Send to the server' }).tap();
  await page.getByText(/^Kept as /).waitFor();
  await context.close();

  const folder = join(scene.product.dataDir, 'bench');
  const [file = ''] = readdirSync(folder);
  const device = readDevice(join(folder, file));
  expect(devicesText([device, device])).toMatch(/^tick to pixel, p95 +\S+ ms +\S+ ms +equal$/m);
});

it('/bench copies what it measured on a page without HTTPS too, as on a phone in the local network', async () => {
  const browser = await launchChromium(['--host-resolver-rules=MAP 192.168.1.20 127.0.0.1']);
  onTestFinished(() => browser.close());
  const { port } = new URL(scene.product.url);
  const { page } = await openPhone(browser, `http://192.168.1.20:${port}`);
  await page.goto('/bench?seconds=2');
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await page.getByRole('button', { name: 'Start' }).tap();
  await page.getByRole('button', { name: 'Copy', exact: true }).tap();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();

  const measured = await page.getByRole('textbox', { name: 'Result' }).inputValue();
  await page.evaluate(() => document.body.append(document.createElement('textarea')));
  const empty = page.locator('textarea').last();
  await empty.focus();
  await page.keyboard.press('Control+V');
  expect(await empty.inputValue()).toBe(measured);
});
