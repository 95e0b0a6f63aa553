import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from '../helpers/chromium.ts';
import { type Operator, operatorOf } from '../helpers/operator.ts';
import { type Product, startProduct } from '../helpers/product.ts';

/** The fixtures shared by the tests of one file. */
export interface Stage {
  readonly product: Product;
  readonly operator: Operator;
  readonly browser: Browser;
}

/**
 * Starts product and browser before the first test of the file and stops them after the last one.
 * @param flags of Chromium
 */
export function openStage(
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Stage {
  let [product, browser]: [Product?, Browser?] = [];
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(settings), launchChromium(flags)]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the stage is there during tests only');
    return value;
  };
  return {
    get product() {
      return started(product);
    },
    get operator() {
      return operatorOf(started(product).dataDir);
    },
    get browser() {
      return started(browser);
    },
  };
}
