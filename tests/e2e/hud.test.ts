import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { englishPhone } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();
const assets = join(root, 'dist', 'assets');
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));

/** Keeps the page from answering for a while at each tap. */
const SLOW_TAP = `
function slowTap() { for (const end = performance.now() + 150; performance.now() < end; ); }
addEventListener('click', slowTap, true);`;

it('the performance display names the function that made a frame slow, and its copy the build and the device', async () => {
  const { page, context } = await englishPhone(scene.browser, scene.product.url, 'block');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => localStorage.setItem('pipstream.hud', 'true'));
  await page.route(/\/assets\/first-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()) + SLOW_TAP });
  });
  await page.goto('/');
  const hud = page.getByRole('complementary', { name: 'Performance display' });
  const slow = hud
    .locator('div', { has: page.getByText('Slow frames', { exact: true }) })
    .getByRole('definition');
  await expect.poll(() => slow.textContent()).toMatch(/^\d/);
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Crypto', exact: true }).tap();
      return slow.textContent();
    })
    .toMatch(/^\d+; [\d.]+ ms slowTap first-\S+\.js$/);

  await hud.getByRole('button', { name: /^Copy/ }).tap();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^Slow frames: \d+; [\d.]+ ms slowTap first-/m);
  const [, commit = ''] = /^commit: ([0-9a-f]{7,}\S*)$/m.exec(await copied()) ?? [];
  expect(commit).not.toBe('');
  // A script that a commit does not change keeps its name, so that nobody loads it again.
  expect(scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes(commit))).toEqual([]);
  expect(await copied()).toMatch(/^browser: .*Chrome/m);
  expect(await copied()).toMatch(/^viewport: \d+ x \d+$/m);
});

/** Keeps the page from answering each time that a frame of prices is shown. */
const SLOW_FRAMES = `{
  const request = requestAnimationFrame;
  globalThis.requestAnimationFrame = (run) => { for (const end = performance.now() + 120; performance.now() < end; ); return request(run); };
}`;

it('the performance display calls the functions of the app as the source does', async () => {
  const { page } = await englishPhone(scene.browser, scene.product.url, 'block');
  await page.addInitScript(() => localStorage.setItem('pipstream.hud', 'true'));
  await page.addInitScript(SLOW_FRAMES);
  await page.goto('/');
  const slow = page
    .getByRole('complementary', { name: 'Performance display' })
    .locator('div', { has: page.getByText('Slow frames', { exact: true }) })
    .getByRole('definition');
  await expect
    .poll(() => slow.textContent())
    .toMatch(/^\d+; [\d.]+ ms \w+ (?:src|node_modules)\/[\w./-]+\.[jt]sx?:\d+$/);
});
