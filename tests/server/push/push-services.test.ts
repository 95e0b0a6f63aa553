import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPushPost } from '../../../server/push/push-post.ts';
import {
  createPushServices,
  isPublic,
  isServiceEntry,
  USUAL_SERVICES,
} from '../../../server/push/push-services.ts';

describe('an endpoint', () => {
  const { entryOf } = createPushServices([
    ...USUAL_SERVICES,
    'http://127.0.0.1:9999',
    'https://push.example.com:8443',
  ]);

  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', 'fcm.googleapis.com'],
    ['https://jmt17.google.com/fcm/send/abc', 'jmt17.google.com'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', '*.push.services.mozilla.com'],
    ['https://wns2-par02p.notify.windows.com/w/?token=a', '*.notify.windows.com'],
    ['https://web.push.apple.com/abc', '*.push.apple.com'],
    ['https://FCM.googleapis.com:443/abc', 'fcm.googleapis.com'],
    ['http://127.0.0.1:9999/abc', 'http://127.0.0.1:9999'],
    ['https://push.example.com:8443/abc', 'https://push.example.com:8443'],
  ])('%s is allowed by %s', (endpoint, entry) => {
    expect(entryOf(endpoint)).toBe(entry);
  });

  it.each([
    'http://fcm.googleapis.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://user:password@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example.com/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://x.fcm.googleapis.com/abc',
    'https://push.apple.com/abc',
    'https://evilpush.apple.com/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://0x7f.1/abc',
    'http://127.0.0.1:9998/abc',
    'http://localhost:9999/abc',
    'http://user@127.0.0.1:9999/abc',
    'https://push.example.com/abc',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
  ])('%s is not', (endpoint) => {
    expect(entryOf(endpoint)).toBeUndefined();
  });
});

it.each([
  ['fcm.googleapis.com', true],
  ['*.push.apple.com', true],
  ['https://push.example.com', true],
  ['http://127.0.0.1:9999', true],
  ['*', false],
  ['*.com', false],
  ['localhost', false],
  ['127.0.0.1', false],
  ['https://push.example.com/path', false],
  ['ftp://push.example.com', false],
  ['push.example.com:8443', false],
  ['', false],
])('the entry "%s" can be set: %s', (entry, isGood) => {
  expect(isServiceEntry(entry)).toBe(isGood);
});

describe('an address', () => {
  it.each(['8.8.8.8', '172.15.255.255', '172.32.0.0', '100.63.255.255', '2606:4700::1', '2a00:1450:4001::5'])(
    '%s is public',
    (address) => expect(isPublic(address)).toBe(true),
  );
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'ff02::1',
    'localhost',
  ])('%s is not', (address) => expect(isPublic(address)).toBe(false));
});

it('a host with a private address gets nothing, and a redirect is not followed', async () => {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const post = createPushPost();
  onTestFinished(() => post.stop());
  const message = { headers: {}, body: Buffer.from('x') };
  const named = post({ ...message, endpoint: `https://localhost:${port}/push`, isTrusted: false });
  await expect(named).rejects.toThrow('localhost has no public address');
  expect(visits).toEqual([]);
  const trusted = await post({ ...message, endpoint: `http://127.0.0.1:${port}/push`, isTrusted: true });
  expect(trusted.status).toBe(307);
  expect(visits).toEqual(['/push']);
});
