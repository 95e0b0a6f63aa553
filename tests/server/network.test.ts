import { describe, expect, it } from 'vitest';
import { networkOf, networksOf } from '../../server/network.ts';

describe('a visitor is identified as', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('%s by %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

it('an IPv6 address counts for its /48 too, another address for itself alone', () => {
  expect(networksOf('2001:db8:1:2::9')).toEqual(['2001:db8:1:2', '2001:db8:1/48']);
  expect(networksOf('203.0.113.7')).toEqual(['203.0.113.7']);
});
