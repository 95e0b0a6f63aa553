import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { chromiumOptions } from '../helpers/chromium.ts';
import { startProduct } from '../helpers/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a Chromium with the usual flags can be reached. */
    readonly sharedBrowser: string;
    /** The exchange with the usual settings. */
    readonly sharedProduct: { readonly url: string; readonly dataDir: string };
  }
}

/** One browser and one exchange for all files: to start them takes longer than many a test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const launched = chromium.launchServer(chromiumOptions());
  const product = await startProduct().catch(async (error: unknown) => {
    await (await launched).close();
    throw error;
  });
  const browser = await launched;
  const { url, dataDir } = product;
  project.provide('sharedBrowser', browser.wsEndpoint());
  project.provide('sharedProduct', { url, dataDir });
  return async () => {
    await browser.close();
    await product.stop();
  };
}
