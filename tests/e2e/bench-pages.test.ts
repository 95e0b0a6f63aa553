import { expect, it, onTestFinished } from 'vitest';
import { byPositions } from '../../bench/growth/main-thread.ts';
import { besideUnrecorded } from '../../bench/recorder/recorded-worker.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { openScene } from './scene.ts';

const scene = openScene({});

/*
 * What a first look of the bench leaves out finds its way through the app of today too: a label or an address that has
 * changed would otherwise only be noticed in a full run. What they measure is not judged here.
 */
it('the bench finds a list that is recorded, beside one that is not', async () => {
  // The worker of a page that another file opens in the shared browser would be taken for its own.
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const { product, peer } = await besideUnrecorded(browser, scene.product.url, {
    repetitions: 1,
    seconds: 1,
  });
  expect([product.median, peer?.cost.median]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(product.median).toBeGreaterThan(0);
  expect(peer?.cost.median).toBeGreaterThan(0);
});

it('the bench finds the positions that it has opened', async () => {
  const visits = { xs: [2, 4], rounds: 1, seconds: 1, isWarm: true };
  const { details } = await byPositions(scene.browser, (use) => use(scene.product), visits);
  expect(details?.['main-thread ms/s']).toMatch(/^[\d.]*[1-9][\d.]* at 2, [\d.]*[1-9][\d.]* at 4$/);
});
