import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../bench/rig/waiting.ts';
import { ledgerRepository } from '../../../../server/ledger/ledger-repository.ts';
import { openStore } from '../../../../server/store/store.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const opensslMissing = spawnSync('openssl', ['version']).status !== 0;

describe.skipIf(postgresMissing !== undefined || opensslMissing)('a PostgreSQL over TLS', async () => {
  const port = await freePort();
  const files = opensslMissing ? { certificate: '', key: '' } : makeCertificate();
  const postgres = usePostgres({ port, ...files });

  /** Opens it and returns whether its sessions are encrypted. */
  async function isEncrypted(host: string, mode: string, authority = ''): Promise<unknown> {
    const address = await postgres.database();
    const url = new URL(address);
    url.hostname = host;
    url.search = mode === '' ? '' : `sslmode=${mode}`;
    if (authority !== '') url.searchParams.set('sslrootcert', authority);
    const store = await openStore({ dataDir: temporaryFolder(), database: settingsOf(url.href) });
    await ledgerRepository(store.read).balances();
    const rows = await postgres.query(
      address,
      "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname = current_database() and application_name like 'pipstream process %'",
    );
    await store.close();
    return rows.map(({ ssl }) => ssl);
  }

  const authorityFile = () => {
    const file = join(temporaryFolder(), 'authority.pem');
    writeFileSync(file, files.certificate);
    return file;
  };

  it('is plain by default, and encrypted on request', async () => {
    expect(await isEncrypted('127.0.0.1', '')).toEqual([false]);
    expect(await isEncrypted('127.0.0.1', 'require')).toEqual([true]);
  });

  it('is refused if its certificate has to be verified but is not trusted', async () => {
    await expect(isEncrypted('127.0.0.1', 'verify-full')).rejects.toThrow(
      /cannot be opened: self-signed certificate/,
    );
  });

  it('is accepted with a trusted certificate, and refused under another name', async () => {
    expect(await isEncrypted('127.0.0.1', 'verify-full', authorityFile())).toEqual([true]);
    await expect(isEncrypted('localhost', 'verify-full', authorityFile())).rejects.toThrow(
      /cannot be opened: Hostname\/IP does not match/,
    );
  });
});

/** For 127.0.0.1 only, self-signed. */
function makeCertificate(): { readonly certificate: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-subj',
        '/CN=pipstream',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        key,
        '-out',
        certificate,
      ],
    ],
    { stdio: 'ignore' },
  );
  const made = { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}
