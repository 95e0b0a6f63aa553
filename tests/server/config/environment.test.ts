import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnvironment } from '../../../server/config/setting-reader.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it('the settings file is read, and the environment overrides it', () => {
  const file = join(temporaryFolder(), '.env');
  writeFileSync(file, 'PORT=9000\nHOST="0.0.0.0"\n# a note\n');
  expect(readEnvironment(file, { PORT: '9001' })).toEqual({
    ok: true,
    value: { PORT: '9001', HOST: '0.0.0.0' },
  });
});

it('without a settings file only the environment counts', () => {
  expect(readEnvironment(join(temporaryFolder(), '.env'), { PORT: '1' })).toEqual({
    ok: true,
    value: { PORT: '1' },
  });
});

it('an unreadable settings file is named', () => {
  const folder = temporaryFolder();
  const environment = readEnvironment(folder, {});
  expect(environment.ok ? '' : environment.error).toContain(folder);
});
