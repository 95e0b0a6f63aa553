import { describe, expect, it } from 'vitest';
import { below, systemRandom } from '../../../server/random.ts';
import { deviceOf } from '../../../server/visitor.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a device is named by its model and browser', () => {
  it.each([
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
      'Chrome · Android',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Edge · Windows',
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0`,
      'Opera · Linux',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet · Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari · iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome · iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari · macOS',
    ],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
      'Chrome · ChromeOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['okhttp', 'okhttp'],
    ['Mozilla/5.0', ''],
    ['', ''],
    [undefined, ''],
    ['<script>alert(1)</script>', ''],
    [`Android ${'x'.repeat(100_000)} Chrome/1`, 'Android'],
  ])('%s', (userAgent, name) => {
    expect(deviceOf(userAgent)).toBe(name);
  });
});

describe('a random number', () => {
  it('is discarded if it would favour low numbers', () => {
    const drawn = [0xff, 0xff, 0xff, 0xff, 42, 0, 0, 0];
    const bytes = (count: number) => Uint8Array.from(drawn.splice(0, count));
    expect(below({ bytes }, 1_000_000)).toBe(42);
  });

  it('is evenly distributed', () => {
    const counts = Array<number>(10).fill(0);
    for (let i = 0; i < 20_000; i++) {
      const drawn = below(systemRandom, 10);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(300);
  });
});
