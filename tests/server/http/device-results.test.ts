import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { addDeviceResults } from '../../../server/http/device-results.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

function results() {
  const folder = join(temporaryFolder(), 'bench');
  const app = Fastify();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  addDeviceResults(app, folder, { now: () => timestampMs(1_767_000_000_000) });
  onTestFinished(() => app.close());
  const post = (result: string) =>
    app.inject({
      method: 'POST',
      url: '/bench/results',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ result }).toString(),
    });
  return { folder, post };
}

it('keeps the result of a device as a file, and says where', async () => {
  const { folder, post } = results();
  const text = JSON.stringify({ format: 'pipstream-device', figures: {} });
  const { statusCode, body } = await post(text);
  expect(statusCode).toBe(200);
  expect(readdirSync(folder)).toEqual(['device-1767000000000.json']);
  const path = join(folder, 'device-1767000000000.json');
  expect(body).toBe(`Kept as ${path}`);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it.each(['', 'no JSON', '{"format":"other"}', 'null'])('keeps nothing else: %s', async (text) => {
  const { folder, post } = results();
  expect((await post(text)).statusCode).toBe(400);
  expect(() => readdirSync(folder)).toThrow();
});
