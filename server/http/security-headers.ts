import { createHash } from 'node:crypto';

/** Sent with every answer: isolation (for SharedArrayBuffer), and no guessing, framing or leaking. */
export const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** For answers that are not pages: nothing may be loaded or run from them. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For logos opened by themselves: drawn with their own styles, and nothing else. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * The policy of the app's pages: no inline script at all, inline styles only those of the built page itself.
 * @param publicOrigin where the app is served in public: its API is on a sibling host (contract, section 1)
 */
export function pagePolicy(page: string, publicOrigin: string | undefined): string {
  const styles = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src ${["'self'", ...styles].join(' ')}`,
    `img-src 'self' data: blob: ${siblings(publicOrigin, ['https'])}`.trim(),
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${siblings(publicOrigin, ['https', 'wss'])}`.trim(),
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `m.example.com` may call the hosts beside it; a name without a sub-domain, an address or localhost only itself. */
function siblings(publicOrigin: string | undefined, schemes: readonly string[]): string {
  if (publicOrigin === undefined) return '';
  const labels = new URL(publicOrigin).hostname.split('.');
  if (labels.length < 3 || /^[0-9]+$/.test(labels.at(-1) ?? '')) return '';
  return schemes.map((scheme) => `${scheme}://*.${labels.slice(1).join('.')}`).join(' ');
}
