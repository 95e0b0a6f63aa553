import { expect, it } from 'vitest';
import { choose } from './forms.ts';
import { memberPhone } from './member.ts';
import { openScene } from './scene.ts';

const scene = openScene();
const WAIT = { timeout: 90_000 };

/** As the exchange wrote it, in another zone and on another clock than the device's. */
const inKathmandu = (ms: number): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Kathmandu',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h12',
  }).format(ms);

const onDevice = (ms: number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(ms);

it('a clock of 12 hours and another time zone, once chosen, are those of all times, also after a reload', async () => {
  const { page, problems } = await memberPhone(scene, 'clock@clock.example', 500);
  await page.goto('/mine/history');
  const booked = page.locator('main time').first();
  const at = Date.parse((await booked.getAttribute('datetime')) ?? '');
  const before = await booked.textContent();
  expect(before).toContain(onDevice(at));
  expect(before).not.toMatch(/[AP]M/);
  await page.goto('/mine/system');
  await choose(page.getByRole('group', { name: 'Clock' }), '12 hours');
  await page.getByRole('button', { name: /^Time zone/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Time zone' });
  await sheet.getByRole('searchbox').fill('kathmandu');
  await sheet.getByRole('button', { name: /Kathmandu/ }).tap();
  await sheet.waitFor({ state: 'detached' });
  for (const path of ['/mine/history', '/news']) {
    await page.goto(path);
    const time = page.locator('main time').first();
    const ms = Date.parse((await time.getAttribute('datetime')) ?? '');
    const [clock = '', half = ''] = inKathmandu(ms).split(/\s/);
    await expect.poll(() => time.textContent(), WAIT).toMatch(new RegExp(`${clock}(:\\d\\d)?\\s${half}`));
  }
  expect(problems).toEqual([]);
});
