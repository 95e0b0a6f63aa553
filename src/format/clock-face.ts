import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type ZoneDays, zoneDays } from '../../shared/domain/zone-days.ts';
import { lasting } from '../link/storage.ts';
import { formatLocale } from './locale.ts';

/** How times are written on this device, on every screen and on the chart. */
export interface ClockFace {
  readonly hours: 12 | 24;
  /** The chosen time zone; undefined: the device's own. */
  readonly zone: string | undefined;
  /** The days of that zone. */
  readonly days: ZoneDays | undefined;
}

const HOURS_KEY = 'clock-hours';
const ZONE_KEY = 'clock-zone';

const faceOf = (hours: 12 | 24, name: string): ClockFace => {
  const days = name === '' ? undefined : zoneDays(name);
  return { hours, zone: days && name, days };
};

const face = signal(faceOf(lasting.get(HOURS_KEY) === '12' ? 12 : 24, lasting.get(ZONE_KEY) ?? ''));

export const clockFace: ReadonlySignal<ClockFace> = face;

/** The name of the time zone in which times are written. */
export const currentZone = (): string => face.value.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Not kept. @param zone the empty text is the device's own; a name that this browser does not know counts as it */
export function showClockFace(hours: 12 | 24, zone: string): void {
  face.value = faceOf(hours, zone);
}

/** Kept on this device. @param zone a name that this browser does not know counts as undefined */
export function setClockFace({ hours, zone }: Pick<ClockFace, 'hours' | 'zone'>): void {
  showClockFace(hours, zone ?? '');
  lasting.set(HOURS_KEY, String(hours));
  lasting.set(ZONE_KEY, face.value.zone ?? '');
}

/** Caches a value until the locale or the clock's face changes: `Intl` formatters are expensive to create. */
export function cachedByClock<T>(make: (locale: string, face: ClockFace) => T): () => T {
  let made: { readonly locale: string; readonly face: ClockFace; readonly value: T } | undefined;
  return () => {
    const [locale, now] = [formatLocale(), face.value];
    if (made?.locale !== locale || made.face !== now) made = { locale, face: now, value: make(locale, now) };
    return made.value;
  };
}
