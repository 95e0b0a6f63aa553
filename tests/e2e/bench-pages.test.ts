import { expect, it } from 'vitest';
import { byPositions } from '../../bench/growth/main-thread.ts';
import { hudFigure, recordedWorkerFigure } from '../../bench/replay/page-costs.ts';
import { openScene } from './scene.ts';

const scene = openScene({});

/*
 * What a first look of the bench leaves out finds its way through the app of today too: a label or an address that has
 * changed would otherwise only be noticed in a full run. What they measure is not judged here.
 */
const room = () => ({ browser: scene.browser, url: scene.product.url, repetitions: 1, seconds: 1 });

it('the bench finds a list that is recorded, beside one that is not', async () => {
  const { product, peer } = await recordedWorkerFigure(room());
  expect([product.median, peer?.cost.median]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(product.median).toBeGreaterThan(0);
  expect(peer?.cost.median).toBeGreaterThan(0);
});

it('the bench finds a list below the performance display', async () => {
  const { details } = await hudFigure(room());
  expect(details?.['list with the display, ms/s']).toBeGreaterThan(0);
});

it('the bench finds the positions that it has opened', async () => {
  const visits = { xs: [2, 4], rounds: 1, seconds: 1, isWarm: true };
  const { growth } = await byPositions(scene.browser, (use) => use(scene.product), visits);
  expect(growth?.xs).toEqual([2, 4]);
  for (const cost of growth?.product ?? []) expect(cost).toBeGreaterThan(0);
});
