import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import account from '../../../src/i18n/texts/account.json' with { type: 'json' };
import { root } from '../../architecture/sources.ts';

/** It is painted before any text is loaded; other words afterwards would be a flash, and a later largest paint. */
it('the outline of the page invites in the words of the default language', () => {
  const outline = readFileSync(join(root, 'index.html'), 'utf8');
  expect(outline).toContain(`<p class="strong">${account.welcome.hk}</p>`);
  expect(outline).toContain(`<p class="soft">${account.demo_text.hk}</p>`);
});
