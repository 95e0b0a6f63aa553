import { cachedByLocale } from './locale.ts';
import { UNKNOWN } from './number.ts';
import { fieldText } from './parse.ts';

const unit = (name: 'kilobyte' | 'megabyte' | 'millisecond', digits: number) =>
  cachedByLocale(
    (locale) =>
      new Intl.NumberFormat(locale, {
        numberingSystem: 'latn',
        style: 'unit',
        unit: name,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
const kilobytes = unit('kilobyte', 0);
const megabytes = unit('megabyte', 1);
const wholeMegabytes = unit('megabyte', 0);
const milliseconds = unit('millisecond', 1);

export const formatMegabytes = (count: number): string => wholeMegabytes().format(count);

/** A number of bytes in kilobytes or megabytes. */
export const formatSize = (bytes: number | undefined): string =>
  bytes === undefined
    ? UNKNOWN
    : bytes < 1e6
      ? kilobytes().format(Math.ceil(bytes / 1e3))
      : megabytes().format(bytes / 1e6);

export const formatMs = (ms: number | undefined): string =>
  ms === undefined ? UNKNOWN : milliseconds().format(ms);

/** A duration in whole seconds: `0:07`, `12:30`, `1:02:03`. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  const start = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${start}:${two(seconds % 60)}`;
}

/** A factor, such as a playback speed: `2×`. */
export const formatFactor = (factor: number): string => `${fieldText(String(factor))}×`;
