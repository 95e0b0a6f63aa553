import { zoneDays } from '../../../shared/domain/zone-days.ts';

/** `America/Argentina/Salta` in plain words. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ' / ');

/** How far a zone's clocks are from UTC at a moment: `UTC+05:45`. */
export function offsetText(zone: string, ms: number): string {
  const minutes = Math.round((zoneDays(zone)?.offset(ms) ?? 0) / 60_000);
  if (minutes === 0) return 'UTC';
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** All time zones that this browser knows. */
export const allZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The zones whose name has all words of the query, or the offset. */
export function matchingZones(
  zones: readonly { readonly zone: string; readonly offset: string }[],
  query: string,
) {
  const words = query.toLowerCase().split(/[\s/_]+/);
  return zones.filter(({ zone, offset }) => {
    const text = `${zone.replaceAll('_', ' ')} ${offset}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
