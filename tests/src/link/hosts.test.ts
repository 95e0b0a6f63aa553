import { describe, expect, test } from 'vitest';
import { hostsFor, isMobileBrowser } from '../../../src/link/hosts.ts';

const LABELS = { mobile: 'api', pc: 'pcapi' };

describe('the addresses of the exchange', () => {
  // spec: 7.1 7.61
  test.each([
    // page, browser, API base, socket
    ['https://m.example.com', 'phone', 'https://api.example.com', 'wss://api.example.com/v1/ws'],
    ['https://m.example.com', 'pc', 'https://pcapi.example.com', 'wss://pcapi.example.com/v1/ws'],
    [
      'https://m.example.com:8443/trade?id=1',
      'phone',
      'https://api.example.com:8443',
      'wss://api.example.com:8443/v1/ws',
    ],
    ['http://m.example.com', 'phone', 'http://api.example.com', 'ws://api.example.com/v1/ws'],
    [
      'https://m.demo.example.com',
      'phone',
      'https://api.demo.example.com',
      'wss://api.demo.example.com/v1/ws',
    ],
    ['https://api.example.com', 'phone', 'https://api.example.com', 'wss://api.example.com/v1/ws'],
    ['https://example.com', 'phone', 'https://example.com', 'wss://example.com/v1/ws'],
    ['https://example.com', 'pc', 'https://example.com', 'wss://example.com/v1/ws'],
    ['https://example.co.uk', 'phone', 'https://example.co.uk', 'wss://example.co.uk/v1/ws'],
    ['https://example.co.uk:8443', 'pc', 'https://example.co.uk:8443', 'wss://example.co.uk:8443/v1/ws'],
    ['https://m.example.co.uk', 'phone', 'https://api.example.co.uk', 'wss://api.example.co.uk/v1/ws'],
    ['http://localhost:8080', 'pc', 'http://localhost:8080', 'ws://localhost:8080/v1/ws'],
    ['http://m.app.localhost:8080', 'pc', 'http://m.app.localhost:8080', 'ws://m.app.localhost:8080/v1/ws'],
    ['http://192.168.1.20:8080', 'phone', 'http://192.168.1.20:8080', 'ws://192.168.1.20:8080/v1/ws'],
    ['http://[2001:db8::1]:8080', 'phone', 'http://[2001:db8::1]:8080', 'ws://[2001:db8::1]:8080/v1/ws'],
    ['http://exchange:8080', 'pc', 'http://exchange:8080', 'ws://exchange:8080/v1/ws'],
  ] as const)('%s on a %s: %s', (page, browser, apiBase, socketUrl) => {
    expect(hostsFor(new URL(page), browser === 'phone', LABELS)).toEqual({ apiBase, socketUrl });
  });
});

describe('a mobile browser', () => {
  test.each([
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
      5,
      true,
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 5, true],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
      5,
      true,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
      0,
      false,
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 10, false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 0, false],
  ])('%s with %i touch points: %s', (userAgent, touchPoints, mobile) => {
    expect(isMobileBrowser(userAgent, touchPoints)).toBe(mobile);
  });
});
