import { type Browser, chromium, type LaunchOptions } from 'playwright';

/** The Chromium that the test command found, headless, without requests that a closed network would refuse. */
export const chromiumOptions = (extra: readonly string[] = []): LaunchOptions => ({
  ...(process.env['PIPSTREAM_CHROMIUM'] === undefined
    ? {}
    : { executablePath: process.env['PIPSTREAM_CHROMIUM'] }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...extra,
  ],
});

export const launchChromium = (extra: readonly string[] = []): Promise<Browser> =>
  chromium.launch(chromiumOptions(extra));
