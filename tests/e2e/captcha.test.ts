import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { systemRandom } from '../../server/random.ts';
import { GLYPHS } from '../../server/verification/glyphs.ts';
import { openKey } from '../../server/verification/key.ts';
import { root } from '../architecture/sources.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { type Product, startProduct } from '../helpers/product.ts';
import { field, fillPasswords, submit } from './forms.ts';
import { englishPhone } from './phone.ts';

let house: Product;
let browser: Browser;

beforeAll(async () => {
  const tape = join(root, 'tests/fixtures/tape-eurusd.csv');
  house = await startProduct({ FEED: `ticks:EURUSD=${tape}`, VERIFY_REG_TYPE: '2' });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
});

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
    const { page, context } = await englishPhone(browser, house.url);
    let shown = page.waitForResponse('**/api/captcha/*');
    await page.goto('/register?from=%2Fuser');
    const idOf = async () => ((await (await shown).json()) as { data: { id: string } }).data.id;
    await page.getByAltText('Picture with characters to type').waitFor();
    await field(page, 'account').fill('ann@example.com');
    await field(page, 'code').fill('0000');
    await fillPasswords(page);
    await idOf();
    shown = page.waitForResponse('**/api/captcha/*');
    await submit(page);
    let answer = captchaOf(house, await idOf());
    // Skip pictures with five characters.
    while (answer === undefined) {
      shown = page.waitForResponse('**/api/captcha/*');
      await page.getByRole('button', { name: 'Show another picture' }).tap();
      answer = captchaOf(house, await idOf());
    }
    await field(page, 'code').fill(answer.toLowerCase());
    await submit(page);
    await page.waitForURL('**/user');
    await page.getByText('ann@example.com').waitFor();
    await context.close();
  });
});
