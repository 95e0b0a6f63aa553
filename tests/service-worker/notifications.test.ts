import { describe, expect, it } from 'vitest';
import { createNotifications, readPush } from '../../service-worker/notifications.ts';

const MESSAGE = {
  title: 'EUR/USD',
  body: 'Has reached 1.10500',
  tag: 'alert-1',
  path: '/trade?id=1',
  at: 1_767_000_000_000,
  lang: 'en-US',
  dir: 'ltr',
};
const TEXT = JSON.stringify(MESSAGE);
const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** A service worker with these pages of the app, and what it does. */
function start(states: readonly DocumentVisibilityState[], userAgent = CHROME) {
  const done: unknown[] = [];
  const pages = states.map((visibilityState, at) => ({
    visibilityState,
    postMessage: (message: unknown) => void done.push([`page ${at}`, message]),
    focus: async () => void done.push([`page ${at}`, 'focus']),
  }));
  const notifications = createNotifications({
    navigator: { userAgent },
    clients: {
      matchAll: async () => pages,
      openWindow: async (path) => void done.push(['open', path]),
    },
    registration: {
      showNotification: async (title, options) => void done.push([title, options]),
    },
  });
  return { ...notifications, done };
}

const NOTIFICATION = [
  'EUR/USD',
  {
    icon: '/icon-192.png',
    badge: '/badge.png',
    body: 'Has reached 1.10500',
    data: '/trade?id=1',
    tag: 'alert-1',
    lang: 'en-US',
    dir: 'ltr',
    timestamp: MESSAGE.at,
  },
];

describe('a message', () => {
  it.each([
    ['no page is open', [], CHROME, [NOTIFICATION]],
    ['no page is in view', ['hidden'], CHROME, [NOTIFICATION]],
    ['the app is in view, which tells it itself', ['hidden', 'visible'], CHROME, []],
    ['the app is in view in Safari, which wants every message shown', ['visible'], SAFARI, [NOTIFICATION]],
  ] as const)('when %s', async (_, pages, userAgent, expected) => {
    const { done, show } = start(pages, userAgent);
    await show(TEXT);
    expect(done).toEqual(expected);
  });

  it.each([
    '',
    'hello',
    '[]',
    '{}',
    JSON.stringify({ ...MESSAGE, title: 1 }),
    JSON.stringify({ ...MESSAGE, body: undefined }),
    JSON.stringify({ ...MESSAGE, path: 'https://example.com/' }),
    JSON.stringify({ ...MESSAGE, path: '//example.com/' }),
    JSON.stringify({ ...MESSAGE, path: '/unknown' }),
  ])('%s is not the exchange’s', (text) => {
    expect(readPush(text)).toBeUndefined();
  });
});

describe('a tap', () => {
  it('opens the app where the notification leads', async () => {
    const { done, open } = start([]);
    await open('/trade?id=1');
    expect(done).toEqual([['open', '/trade?id=1']]);
  });

  it('sends an open page there, without loading it again', async () => {
    const { done, open } = start(['hidden']);
    await open('/trade?id=1');
    expect(done).toEqual([
      ['page 0', { path: '/trade?id=1' }],
      ['page 0', 'focus'],
    ]);
  });
});
