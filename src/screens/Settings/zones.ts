import { zoneDays } from '../../../shared/domain/zone-days.ts';

/** Cities that browsers list by a name that is no longer used. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** `America/Argentina/Salta` in plain words; a renamed city by its present name. */
export const zoneName = (zone: string): string =>
  (RENAMED[zone] ?? zone).replaceAll('_', ' ').replaceAll('/', ' / ');

/** How far a zone's clocks are from UTC at a moment: `UTC+05:45`. */
export function offsetText(zone: string, ms: number): string {
  const minutes = Math.round((zoneDays(zone)?.offset(ms) ?? 0) / 60_000);
  if (minutes === 0) return 'UTC';
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** All time zones that this browser knows, by the names that are shown. */
export const allZones = (): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').toSorted((a, b) => (zoneName(a) < zoneName(b) ? -1 : 1)),
];

/** The zones whose name, present or former, has all words of the query, or the offset. */
export function matchingZones(
  zones: readonly { readonly zone: string; readonly offset: string }[],
  query: string,
) {
  const words = query.toLowerCase().split(/[\s/_]+/);
  return zones.filter(({ zone, offset }) => {
    const text = `${zone.replaceAll('_', ' ')} ${zoneName(zone)} ${offset}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
