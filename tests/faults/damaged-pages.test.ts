import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../server/audit/audit.ts';
import { damageOf } from '../../server/store/damage.ts';
import { connectSqlite } from '../../server/store/sqlite.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { byOwner, damageTrials, type Outcome, PAGE_BYTES } from './damage-trials.ts';

const PAGES = Number(process.env['PAGES'] ?? 10);
const SEED = Number(process.env['SEED'] ?? 7);
/** Bytes overwritten in each page. Fewer than a page may hit nothing but the digits of a row. */
const BYTES = Number(process.env['BYTES'] ?? PAGE_BYTES);

describe(`a database with one of ${PAGES} pages damaged in ${BYTES} bytes`, () => {
  it(
    'is never dealt on in silence, as far as its pages and its books can tell, and never ends in a raw stack',
    async () => {
      const trials = await damageTrials({
        pages: PAGES,
        bytes: BYTES,
        seed: SEED,
        withoutCandles: process.env['BOOKS'] === '1',
      });
      const count = (wanted: Outcome) => trials.filter(({ outcome }) => outcome === wanted).length;
      console.log(`${PAGES} pages, ${BYTES} bytes each:`, byOwner(trials));
      const wrong: string[] = [];
      for (const { seed, page, owner, outcome, said, database } of trials) {
        const isSilent = outcome === 'unnoticed' && (await isKnowable(database));
        if (outcome === 'raw stack' || isSilent)
          wrong.push(`seed ${seed}, page ${page} of ${owner}: ${outcome} ${said}`);
      }
      expect(wrong).toEqual([]);
      expect(count('told after the start')).toBe(0);
      if (BYTES === PAGE_BYTES) expect(count('refused in a sentence')).toBeGreaterThan(0);
    },
    120_000 + PAGES * 20_000,
  );
});

/** Whether the pages or the books show the damage. */
async function isKnowable(bytes: Buffer): Promise<boolean> {
  const file = join(temporaryFolder(), 'pipstream.db');
  writeFileSync(file, bytes);
  if (damageOf(file, 'full') !== undefined) return true;
  const db = connectSqlite(file, true);
  try {
    return (await auditBooks(db)).length > 0;
  } finally {
    await db.destroy();
  }
}
