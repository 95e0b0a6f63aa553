import type { Browser } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import type { Options } from '../options.ts';
import { share } from './shared.ts';
import type { Opening } from './while-open.ts';

/** Launches a separate browser. */
export const openChromium = (extra?: readonly string[]): Opening<Browser> => ({
  opened: launchChromium(extra),
  close: (browser) => browser.close(),
});

const shared = share('browser', () => openChromium());

/** A browser; with `--quick` all suites share one. Pages have profiles and processes of their own in either case. */
export const chromiumFor = ({ quick }: Pick<Options, 'quick'>): Opening<Browser> =>
  quick ? shared.borrow() : openChromium();
