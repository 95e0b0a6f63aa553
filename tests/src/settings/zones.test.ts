import { describe, expect, it } from 'vitest';
import { allZones, matchingZones, offsetText, zoneName } from '../../../src/screens/Settings/zones.ts';

const WINTER = Date.UTC(2026, 0, 15);
const SUMMER = Date.UTC(2026, 6, 15);

describe('time zones', () => {
  it.each([
    ['UTC', WINTER, 'UTC'],
    ['Asia/Kathmandu', WINTER, 'UTC+05:45'],
    ['America/St_Johns', WINTER, 'UTC-03:30'],
    ['Europe/Berlin', WINTER, 'UTC+01:00'],
    ['Europe/Berlin', SUMMER, 'UTC+02:00'],
  ])('%s is so far from UTC', (zone, ms, text) => {
    expect(offsetText(zone, ms)).toBe(text);
  });

  it('are found by any part of their name, and by their offset', () => {
    const zones = allZones().map((zone) => ({ zone, offset: offsetText(zone, WINTER) }));
    const found = (query: string) => matchingZones(zones, query).map(({ zone }) => zone);
    expect(found('hong kong')).toEqual(['Asia/Hong_Kong']);
    expect(found('america salta')).toEqual(['America/Argentina/Salta']);
    expect(found('+05:45').every((zone) => zone.startsWith('Asia/Ka'))).toBe(true);
    expect(found('')).toHaveLength(zones.length);
    expect(found('atlantis')).toEqual([]);
  });

  it.each([
    ['kolkata', 'Asia / Kolkata'],
    ['calcutta', 'Asia / Kolkata'],
    ['ho chi minh', 'Asia / Ho Chi Minh'],
    ['kathmandu', 'Asia / Kathmandu'],
    ['kyiv', 'Europe / Kyiv'],
  ])('of a renamed city are found by %s and shown by the present name', (query, name) => {
    const zones = allZones().map((zone) => ({ zone, offset: '' }));
    expect(matchingZones(zones, query).map(({ zone }) => zoneName(zone))).toEqual([name]);
  });

  it('are sorted as they are shown', () => {
    const [utc, ...names] = allZones().map(zoneName);
    expect([utc, names]).toEqual(['UTC', names.toSorted()]);
  });

  it('have their names in plain words', () => {
    expect(zoneName('America/Argentina/Buenos_Aires')).toBe('America / Argentina / Buenos Aires');
  });
});
