import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../server/config/config.ts';

describe('TRUSTED_PROXIES', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.1.0.0/16, ::1,fd00::/8', ['10.1.0.0/16', '::1', 'fd00::/8']],
  ])('"%s" is parsed', (value, wanted) => {
    expect(parseConfig({ TRUSTED_PROXIES: value })).toMatchObject({ value: { trustedProxies: wanted } });
  });

  it.each([
    'proxy.example.com',
    '10.0.0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '0.0.0.0/0',
    '::/0',
    '1.2.3.4/8/8',
    'fe80::1%eth0',
    '10.0.0.0/08',
    'true',
    '*',
  ])('"%s" is refused with one sentence that names it', (value) => {
    const config = parseConfig({ TRUSTED_PROXIES: `127.0.0.1,${value}` });
    expect(config.ok ? '' : config.error).toBe(
      `TRUSTED_PROXIES must be a list of addresses and networks such as 127.0.0.1,10.1.0.0/16, not "${value}".`,
    );
  });
});
