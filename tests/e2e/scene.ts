import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import { launchChromium } from '../helpers/chromium.ts';
import { type Operator, operatorOf } from '../helpers/operator.ts';
import { type Product, startProduct } from '../helpers/product.ts';

export type SharedProduct = Pick<Product, 'url' | 'dataDir'>;

/** The fixtures shared by the tests of one file. */
export interface Scene<P extends SharedProduct = SharedProduct> {
  readonly product: P;
  readonly operator: Operator;
  readonly browser: Browser;
}

/**
 * The exchange and the browser of all files: others have accounts there at the same time. Tests that change what others see
 * (listings, content, hours, ways to pay), or that stop the exchange, need one of their own.
 */
export function openScene(): Scene;
/**
 * Starts an exchange before the first test of the file and stops it after the last one.
 * @param flags of a Chromium of its own; none: the shared one
 */
export function openScene(
  settings: Readonly<Record<string, string>>,
  flags?: readonly string[],
): Scene<Product>;
export function openScene(settings?: Readonly<Record<string, string>>, flags: readonly string[] = []): Scene {
  const browser = openBrowser(flags);
  let product: Product | undefined;
  if (settings !== undefined) {
    beforeAll(async () => {
      product = await startProduct(settings);
    });
    afterAll(() => product?.stop());
  }
  const theProduct = (): SharedProduct => {
    if (settings === undefined) return inject('sharedProduct');
    if (product === undefined) throw new Error('the scene is there during tests only');
    return product;
  };
  return {
    get product() {
      return theProduct();
    },
    get operator() {
      return operatorOf(theProduct().dataDir);
    },
    get browser() {
      return browser();
    },
  };
}

/**
 * Connects to the shared browser for the tests of the file.
 * @param flags of a Chromium of its own; none: the shared one
 */
export function openBrowser(flags: readonly string[] = []): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await (flags.length > 0 ? launchChromium(flags) : chromium.connect(inject('sharedBrowser')));
  });
  // Of the shared one this closes only what the file has opened.
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error('the browser is there during tests only');
    return browser;
  };
}
