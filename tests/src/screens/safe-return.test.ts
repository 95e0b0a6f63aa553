import { describe, expect, it } from 'vitest';
import { routeOf } from '../../../src/app/routes.ts';
import { httpsUrl } from '../../../src/format/https-url.ts';
import { safeReturn } from '../../../src/screens/shared/safe-return.ts';

const HERE = 'https://m.example.com';

describe('the return address after the login', () => {
  // spec: 2.6
  it.each([
    ['/order', '/order'],
    ['/trade?id=7', '/trade?id=7'],
    ['/mine/system', '/mine/system'],
    ['/', '/'],
  ])('%s leads to a screen of this app', (from, to) => {
    expect(safeReturn(from, HERE, (path) => routeOf(path)?.screen)).toBe(to);
  });

  // spec: 2.6
  it.each([
    null,
    '',
    'order',
    'https://evil.com',
    'https://m.example.com.evil.com/order',
    '//evil.com',
    '//evil.com/order',
    '///evil.com',
    '/\\evil.com',
    '/\\/evil.com',
    '\\\\evil.com',
    '/\tevil.com',
    '/\t/evil.com',
    '/\n/evil.com',
    '/\r\\evil.com',
    '\t//evil.com',
    ' //evil.com',
    '/ /evil.com',
    '/%09/evil.com',
    '/%2f%2fevil.com',
    '/%5cevil.com',
    '/./\\evil.com',
    '/..//evil.com',
    '/order/../../\\evil.com',
    '/.//evil.com',
    '/order@evil.com',
    '@evil.com',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://m.example.com/1',
    'ftp://evil.com',
    'http:evil.com',
    'https:/evil.com',
    'https:evil.com',
    '/login',
    '/login?from=/login',
    '/v1/api/forex/submit',
    '/nowhere',
    '/constructor',
    '/__proto__',
  ])('%j leads home', (from) => {
    expect(safeReturn(from, HERE, (path) => routeOf(path)?.screen)).toBe('/');
  });
});

describe('the loss URL', () => {
  it.each([
    ['https://status.example.com/closed', 'https://status.example.com/closed'],
    ['http://status.example.com', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//evil.com', undefined],
    ['', undefined],
  ])('%s is followed as %s', (text, url) => {
    expect(httpsUrl(text)).toBe(url);
  });
});

describe('the routes', () => {
  // spec: 6.2
  it.each(['/order', '/user', '/mine', '/mine/system', '/mine/history', '/order/'])(
    '%s needs a session',
    (path) => expect(routeOf(path)?.for).toBe('signed-in'),
  );

  // spec: 2.8
  it.each([
    '/mine/auth',
    '/mine/invite',
    '/mine/password',
    '/mine/wallet',
    '/mine/charge',
    '/mine/withdraw',
    '/mine/bank-card-list',
    '/mine/coin-address-list',
    '/mine/withdraw-way',
  ])('%s is not for demo accounts', (path) => expect(routeOf(path)?.for).toBe('real'));

  // spec: 6.1
  it.each(['/', '/trade', '/rank', '/language', '/login', '/register', '/forgot', '/product', '/news'])(
    '%s is open to all',
    (path) => expect(routeOf(path)?.for).toBe('all'),
  );
});
