import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { devicesText, readDevice } from '../../bench/report/devices.ts';
import { openPhone } from './phone.ts';
import { openStage } from './stage.ts';

const stage = openStage({ BENCH: 'on' });

it('/bench plays its tape through engine and list, and sends what it measured to the server', async () => {
  const { page, context, problems } = await openPhone(stage.browser, stage.product.url);
  await page.goto('/bench?seconds=4');
  await page.getByRole('button', { name: 'Start' }).tap();
  await page.getByText('TAPE1', { exact: true }).first().waitFor();
  const result = page.getByRole('textbox', { name: 'Result' });
  await result.waitFor();
  const { figures, build } = JSON.parse(await result.inputValue());
  expect(build).not.toBe('');
  for (const name of ['frames per second', 'tick to pixel, p95', 'worker load', 'long frames'])
    expect(figures[name]?.value, name).toEqual(expect.any(Number));
  // Before the server's answer, for whose plain text a browser looks for an icon.
  expect(problems).toEqual([]);
  await page.getByRole('button', { name: 'Send to the server' }).tap();
  await page.getByText(/^Kept as /).waitFor();
  await context.close();

  const folder = join(stage.product.dataDir, 'bench');
  const [file = ''] = readdirSync(folder);
  const device = readDevice(join(folder, file));
  expect(devicesText([device, device])).toMatch(/^tick to pixel, p95 +\S+ ms +\S+ ms$/m);
});
