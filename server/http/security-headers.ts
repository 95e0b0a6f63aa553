import { createHash } from 'node:crypto';

/** Sent with every reply: no handle for windows of other origins, no embedding by other sites, no type sniffing, no referrer. */
export const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Where the app's own origin is https: for a year, browsers ask by https alone. */
export const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' } as const;

const UNUSED =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb';

/** For pages: no device or sensor. Pictures are chosen as files, which needs no permission. */
export const PERMISSIONS = UNUSED.split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ');

/** For replies that are not pages: they may not load or run anything. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For logos opened directly: only their own styles apply. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * The policy of the app's pages: no markup or script URL from a string; of inline scripts and styles only those of the built
 * page itself.
 * @param page the built page
 * @param apiOrigins of the app's API, beside the page's own
 * @param complaintUrl where the app asks for the address for complaints, if not its API
 */
export function pagePolicy(page: string, apiOrigins: readonly string[], complaintUrl?: string): string {
  const complaints = complaintUrl === undefined ? [] : [new URL(complaintUrl).origin];
  const sockets = apiOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...digestsOf(page, /<script>([\s\S]*?)<\/script>/g)].join(' '),
    "require-trusted-types-for 'script'",
    // The first is made by src/boot.js.
    'trusted-types default dompurify',
    "worker-src 'self'",
    ['style-src', "'self'", ...digestsOf(page, /<style>([\s\S]*?)<\/style>/g)].join(' '),
    ['img-src', "'self'", 'data:', 'blob:', ...apiOrigins].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    ['connect-src', "'self'", ...apiOrigins, ...sockets, ...complaints].join(' '),
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The contents of elements as sources of a policy. */
const digestsOf = (page: string, elements: RegExp): string[] =>
  [...page.matchAll(elements)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
