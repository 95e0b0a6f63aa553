import { describe, expect, it } from 'vitest';
import { answererOf, buildsIn, languagesIn, outdatedBuilds } from '../../service-worker/shell.ts';

const ORIGIN = 'https://m.example.com';

describe('the answer to a request', () => {
  it.each([
    ['/', 'navigate', 'page'],
    ['/trade?id=1', 'navigate', 'page'],
    ['/mine/wallet/', 'navigate', 'page'],
    ['/nowhere', 'navigate', 'network'],
    ['/openapi.json', 'navigate', 'network'],
    ['/sw.js', 'same-origin', 'network'],
    ['/icon.svg', 'no-cors', 'files'],
    ['/assets/x-1.js', 'cors', 'files'],
    ['/v1/api/forex/trade_list?t=1', 'cors', 'network'],
    ['/api/user/info', 'cors', 'network'],
    ['/logos/EURUSD.svg', 'no-cors', 'network'],
    ['https://api.example.com/assets/x-1.js', 'cors', 'network'],
  ])('to %s in mode %s comes from the %s', (path, mode, answerer) => {
    const request = { url: new URL(path, ORIGIN).href, mode, method: 'GET' };
    expect(answererOf(request, ORIGIN, { files: ['/icon.svg'] })).toBe(answerer);
  });

  it('never comes from the device for a request that sends something', () => {
    const request = { url: `${ORIGIN}/`, mode: 'navigate', method: 'POST' };
    expect(answererOf(request, ORIGIN, { files: ['/'] })).toBe('network');
  });
});

describe('the builds on the device', () => {
  const names = ['shell-1', 'other', 'shell-2', 'shell-3', 'shell-4'];

  it('are asked in the order: this one, then the newest', () => {
    expect(buildsIn(names, '2')).toEqual(['shell-2', 'shell-4', 'shell-3', 'shell-1']);
    expect(buildsIn(names, '5')).toEqual(['shell-4', 'shell-3', 'shell-2', 'shell-1']);
  });

  it('stay for pages that run them, up to three; this one always stays, also after a step back', () => {
    expect(outdatedBuilds(names, '4')).toEqual(['shell-1']);
    expect(outdatedBuilds(names, '1')).toEqual(['shell-2']);
    expect(outdatedBuilds(['shell-1'], '1')).toEqual([]);
  });
});

describe('the languages in use', () => {
  it('are those with texts on the device, and the default one', () => {
    expect(
      languagesIn([
        `${ORIGIN}/assets/de.first-A_b-1.js`,
        `${ORIGIN}/assets/de.later-2.js`,
        `${ORIGIN}/icon.svg`,
      ]),
    ).toEqual(['hk', 'de']);
  });
});
