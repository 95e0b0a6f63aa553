import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../server/store/errors.ts';
import { takeNumbers } from '../../../server/store/numbers.ts';
import { openStore } from '../../../server/store/store.ts';
import { lineOf, startChild } from '../../helpers/child.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('the data folder', () => {
  it('is created when it is absent, and opens again with its contents', async () => {
    const dataDir = join(temporaryFolder(), 'a', 'b');
    const first = await openStore({ dataDir });
    expect(await first.write((transaction) => takeNumbers(transaction, 'order', 10))).toBe(1);
    await first.close();
    const second = await openStore({ dataDir });
    expect(await second.write((transaction) => takeNumbers(transaction, 'order', 1))).toBe(11);
    await second.close();
  });

  it('that cannot be a folder is refused in one sentence', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const opening = openStore({ dataDir: join(file, 'data') });
    await expect(opening).rejects.toThrow(StoreError);
    await expect(opening).rejects.toThrow(/^The data folder .+ cannot be written: .+\.$/);
  });

  it('with a damaged database is refused in one sentence, and released', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'pipstream.db'), 'not a database '.repeat(1_000));
    for (let round = 0; round < 2; round++) {
      await expect(openStore({ dataDir })).rejects.toThrow(
        /^The database .+ is damaged \(file is not a database\): .+\.$/,
      );
    }
  });

  it('refuses a second opening and names the holder', async () => {
    const dataDir = temporaryFolder();
    const store = await openStore({ dataDir });
    const refused = new RegExp(`in use by process ${process.pid} since \\d{4}-\\d\\d-\\d\\dT`);
    await expect(openStore({ dataDir })).rejects.toThrow(refused);
    await store.close();
    await (await openStore({ dataDir })).close();
  });

  it('is refused to a second process, and free once the first was killed', async () => {
    const dataDir = temporaryFolder();
    const child = startChild('hold-folder.ts', [dataDir]);
    await lineOf(child, 'open');
    await expect(openStore({ dataDir })).rejects.toThrow(`in use by process ${child.pid} since`);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(existsSync(join(dataDir, 'holder.json'))).toBe(true);
    const store = await openStore({ dataDir });
    expect(readFileSync(join(dataDir, 'holder.json'), 'utf8')).toContain(`"pid":${process.pid}`);
    await store.close();
  });
});
