import type { Browser } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import type { Opening } from '../while-open.ts';

/** A browser of one's own. */
export const openChromium = (extra?: readonly string[]): Opening<Browser> => ({
  opened: launchChromium(extra),
  close: (browser) => browser.close(),
});
