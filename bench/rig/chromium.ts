import { type Browser, chromium } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import type { Options } from '../options.ts';
import { share } from './shared.ts';
import type { Opening } from './while-open.ts';

/** Environment variable with the address of a browser that runs already, as on a phone: turns in other processes use it too. */
export const CONNECT_VARIABLE = 'PIPSTREAM_BENCH_CONNECT';

/** Launches a separate browser, or connects to the one that `--connect` names; that one stays open. */
export const openChromium = (extra?: readonly string[]): Opening<Browser> => {
  const address = process.env[CONNECT_VARIABLE];
  return {
    opened: address === undefined ? launchChromium(extra) : connectTo(address),
    close: (browser) => browser.close(),
  };
};

const connectTo = (address: string): Promise<Browser> =>
  chromium.connectOverCDP(address).catch(() => {
    throw new Error(
      `--connect ${address}: no browser answers there. Start one with --remote-debugging-port.`,
    );
  });

/** Lets all suites use the browser at an address. @returns its version */
export async function takeBrowserAt(address: string): Promise<string> {
  process.env[CONNECT_VARIABLE] = address;
  const browser = await connectTo(address);
  await browser.close();
  return browser.version();
}

const shared = share('browser', () => openChromium());

/** A browser; with `--quick` all suites share one. Pages have profiles and processes of their own in either case. */
export const chromiumFor = ({ quick }: Pick<Options, 'quick'>): Opening<Browser> =>
  quick ? shared.borrow() : openChromium();
