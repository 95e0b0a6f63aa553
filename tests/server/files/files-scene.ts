import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileStore } from '../../../server/files/file-store.ts';
import { type Files, openFiles } from '../../../server/files/files.ts';
import { openFolderStore } from '../../../server/files/folder-store.ts';
import { systemRandom } from '../../../server/random.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { ok } from '../../../shared/result.ts';
import { type Dealing, good, startDealing } from '../../helpers/dealing.ts';
import { jpeg } from './pictures.ts';

export interface FilesScene extends Dealing {
  readonly files: Files;
  readonly faults: unknown[];
  /** Sends a small picture; @returns its link. */
  send(account: AccountId, isDemo?: boolean): Promise<string>;
  /** Whether a link works. */
  shows(link: string): Promise<boolean>;
  /** The file names in the folder. */
  onDisk(): string[];
}

/** The file subject over a real database and a real folder, with a clock that the test controls. */
export async function startFiles(wrap?: (fileStore: FileStore) => FileStore): Promise<FilesScene> {
  const dealing = await startDealing();
  // It checks for expired sessions every second, which would take long when the clock moves by days.
  dealing.accounts.stop();
  const faults: unknown[] = [];
  const files = await openFilesOf(dealing, faults, wrap);
  return {
    ...dealing,
    files,
    faults,
    async send(accountId, isDemo = false) {
      const picture = await jpeg();
      return good(await files.store({ accountId, isDemo }, async () => ok(picture)));
    },
    async shows(link) {
      const opened = await files.open(link);
      opened?.content.destroy();
      return opened !== undefined;
    },
    onDisk: () =>
      readdirSync(join(dealing.dataDir, 'files'), { recursive: true, encoding: 'utf8' })
        .map((path) => path.split('/').at(-1) ?? '')
        .filter((name) => name.includes('.')),
  };
}

/** The files of an exchange, stopped with it. */
export async function openFilesOf(
  { store, clock, dataDir, beforeStop }: Dealing,
  faults: unknown[],
  wrap: (fileStore: FileStore) => FileStore = (fileStore) => fileStore,
): Promise<Files> {
  const files = await openFiles({
    store,
    clock,
    random: systemRandom,
    dataDir,
    fileStore: wrap(await openFolderStore(join(dataDir, 'files'))),
    report: (error) => faults.push(error),
  });
  beforeStop(() => files.stop());
  return files;
}

/** The parts of a link. */
export const partsOf = (link: string) => {
  const { pathname, searchParams } = new URL(link, 'http://exchange');
  return {
    id: pathname.split('/').at(-1) ?? '',
    until: Number(searchParams.get('until')),
    key: searchParams.get('key') ?? '',
  };
};
