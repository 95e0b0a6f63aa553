import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../server/clock.ts';
import { isBrowserGone } from '../../../server/http/browser-gone.ts';

/** @returns what the server makes of a call that comes on a connection whose client then does as said */
async function afterCall(headers: string, then: (client: Socket) => unknown): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer(async (request, response) => {
    resolve(await isBrowserGone(systemClock, request));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  const accepted = once(server, 'connection');
  await once(client, 'connect');
  await accepted;
  client.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`);
  then(client);
  return promise;
}

const BROWSER = 'sec-fetch-mode: cors\r\n';

it('sees the end that arrived with the call of a browser', async () => {
  expect(await afterCall(BROWSER, (client) => client.destroy())).toBe(true);
});

it('takes a browser that waits, and a program that has sent all, for present', async () => {
  expect(await afterCall(BROWSER, () => undefined)).toBe(false);
  expect(await afterCall('', (client) => client.end())).toBe(false);
});
