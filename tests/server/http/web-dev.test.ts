import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { DEVICE_BENCH } from '../../../server/http/device-results.ts';
import { serveSources } from '../../../server/http/web-dev.ts';
import { root } from '../../architecture/sources.ts';

async function bench(hasBench: boolean) {
  const app = Fastify();
  const vite = await serveSources(app, root, hasBench);
  onTestFinished(async () => {
    await app.close();
    await vite.close();
  });
  return app.inject({ url: '/bench', headers: { accept: 'text/html' } });
}

it('the benchmark of the device is a page of the development server, and 404 unless it is switched on', async () => {
  const off = await bench(false);
  expect([off.statusCode, off.body.includes('<!doctype html>')]).toEqual([404, false]);
  const on = await bench(true);
  expect([on.statusCode, on.body.includes(`src="/${DEVICE_BENCH}"`)]).toEqual([200, true]);
});
