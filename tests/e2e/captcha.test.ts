import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright';
import { afterEach, describe, it, vi } from 'vitest';
import { systemRandom } from '../../server/random.ts';
import { GLYPHS } from '../../server/verification/glyphs.ts';
import { openKey } from '../../server/verification/key.ts';
import { root } from '../architecture/sources.ts';
import { type Product, startProduct } from '../helpers/product.ts';
import { field, fillPasswords, submit } from './forms.ts';
import { englishPhone } from './phone.ts';
import { openBrowser } from './scene.ts';

const FEED = `ticks:EURUSD=${join(root, 'tests/fixtures/tape-eurusd.csv')}`;

const browser = openBrowser();
let product: Product;
afterEach(() => product?.stop());

/** The exchange's own key allows finding four characters by trying all of them. */
function captchaOf({ dataDir }: Product, id: string): string | undefined {
  const database = new DatabaseSync(join(dataDir, 'pipstream.db'), { readOnly: true });
  const row = database.prepare('SELECT answer_hash FROM captchas WHERE id = ?').get(id);
  database.close();
  const key = openKey(dataDir, systemRandom);
  const signs = Object.keys(GLYPHS);
  for (const a of signs)
    for (const b of signs)
      for (const c of signs)
        for (const d of signs)
          if (key.hash(`captcha\n${id}\n${a}${b}${c}${d}`) === row?.['answer_hash']) return a + b + c + d;
  return undefined;
}

describe('an exchange with an image captcha', () => {
  // spec: 7.15
  it('opens an account for correct characters, and shows another picture after wrong ones', async () => {
    product = await startProduct({ FEED, VERIFY_REG_TYPE: '2' });
    const { page } = await englishPhone(browser(), product.url);
    const captchas = watchCaptchas(page);
    await page.goto('/register?from=%2Fuser');
    await page.getByAltText('Picture with characters to type').waitFor();
    await field(page, 'account').fill('ann@example.com');
    await field(page, 'code').fill('0000');
    await fillPasswords(page);
    await captchas.next();
    await submit(page);
    await field(page, 'code').fill((await captchas.solve()).toLowerCase());
    await submit(page);
    await page.waitForURL('**/user');
    await page.getByText('ann@example.com').waitFor();
  });
});

/** The captchas that the page gets. */
function watchCaptchas(page: Page) {
  const ids: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/captcha/'))
      ids.push(response.json().then(({ data }: { data: { id: string } }) => data.id));
  });
  const next = async (): Promise<string> => {
    await vi.waitUntil(() => ids.length > 0, { timeout: 90_000 });
    return (await ids.shift()) ?? '';
  };
  return {
    next,
    /** The characters of the next one; those with five characters are skipped. */
    async solve(): Promise<string> {
      for (;;) {
        const answer = captchaOf(product, await next());
        if (answer !== undefined) return answer;
        await page.getByRole('button', { name: 'Show another picture' }).tap();
      }
    },
  };
}
