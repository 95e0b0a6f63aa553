import { expect, it, onTestFinished, vi } from 'vitest';
import { openProfile } from '../../bench/probe/phone.ts';
import { CONNECT_VARIABLE, openChromium } from '../../bench/rig/chromium.ts';
import { freePort } from '../../bench/rig/waiting.ts';
import { launchChromium } from '../helpers/chromium.ts';

it('the bench drives a browser that runs already as a phone, and leaves it open', async () => {
  const port = await freePort();
  const running = await launchChromium([`--remote-debugging-port=${port}`]);
  onTestFinished(() => running.close());
  vi.stubEnv(CONNECT_VARIABLE, `http://127.0.0.1:${port}`);
  onTestFinished(() => void vi.unstubAllEnvs());

  const { opened, close } = openChromium();
  const browser = await opened;
  const page = await (await openProfile(browser)).newPage();
  await page.goto('data:text/html,<meta name=viewport content=width=device-width>');
  expect(await page.evaluate('innerWidth')).toBe(390);
  const targets = await (await running.newBrowserCDPSession()).send('Target.getTargets');
  expect(targets.targetInfos.map(({ url }) => url)).toContain(page.url());
  await close(browser);

  expect(running.isConnected()).toBe(true);
  await (await running.newPage()).goto('data:text/html,still there');
});
