import type { Language } from '../shared/contract/language.ts';

/** The client behind a request, as far as the connection reveals it. */
export interface Visitor {
  /** The network address. */
  readonly address: string;
  /** Browser and system; empty if unknown. */
  readonly device: string;
  /** Origin of the page that calls. */
  readonly origin?: string;
  /** Language of that page. */
  readonly language?: Language;
  /** Finds the request in the logs. */
  readonly requestId?: string;
}

/** Where nobody is known to ask. */
export const NOBODY: Visitor = { address: '', device: '' };

/** Tokens unique to each browser: nearly all browsers also send the tokens of older ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
/** A non-browser client is named by the first word of its user agent. */
const PROGRAM = /^([A-Za-z][\w.-]{1,30})(?:\/|$)/;

/** The device in a user agent in readable form, e.g. `Chrome · Android`; empty if unknown. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 1_024);
  const nameIn = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1];
  const names = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined);
  if (names.length > 0) return names.join(' · ');
  const program = PROGRAM.exec(text)?.[1] ?? '';
  return program === 'Mozilla' ? '' : program;
}
