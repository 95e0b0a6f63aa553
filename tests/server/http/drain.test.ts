import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { trackRequests } from '../../../server/http/drain.ts';
import { ask } from '../http-fixture.ts';

it('a process that ends soon waits for the request under way, and asks for another connection', async () => {
  let isDraining = false;
  const app = Fastify({ forceCloseConnections: true });
  const requests = trackRequests(app, () => isDraining);
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  app.get('/slow', () => {
    asked.resolve();
    return answer.promise;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  await requests.idle();

  const slow = ask(port, '/slow', { headers: { connection: 'keep-alive' } });
  await asked.promise;
  isDraining = true;
  let isIdle = false;
  const idle = requests.idle().then(() => {
    isIdle = true;
  });
  const other = await ask(port, '/nothing', { headers: { connection: 'keep-alive' } });
  expect([other.status, other.headers.connection, isIdle]).toEqual([404, 'close', false]);
  answer.resolve('done');
  expect((await slow).text).toBe('done');
  await idle;
  await app.close();
});
