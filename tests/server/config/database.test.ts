import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../server/config/config.ts';

const databaseOf = (address: string) => {
  const config = parseConfig({ DATABASE_URL: address });
  if (!config.ok) throw new Error(config.error);
  return config.value.database;
};

const sentenceOf = (address: string): string => {
  const config = parseConfig({ DATABASE_URL: address });
  return config.ok ? '' : config.error;
};

const SECRET = 'c4nary';

describe('DATABASE_URL', () => {
  it('that is not set means the embedded database', () => {
    expect(databaseOf('')).toEqual({ kind: 'embedded' });
  });

  it.each<[string, object]>([
    [
      'postgres://ann:pw@db.example.com/pipstream',
      { host: 'db.example.com', port: 5432, database: 'pipstream', user: 'ann', tls: 'disable' },
    ],
    ['postgresql://ann:pw@10.0.0.7:6000/a-b_c', { host: '10.0.0.7', port: 6000, database: 'a-b_c' }],
    ['postgres://ann:pw@[::1]:5433/pipstream', { host: '::1', port: 5433 }],
    [
      'postgres:///pipstream?host=/run/postgresql',
      { host: '/run/postgresql', port: 5432, database: 'pipstream', user: expect.stringMatching(/./) },
    ],
    ['postgres://a%40b:pw@localhost/pipstream?sslmode=require', { user: 'a@b', tls: 'require' }],
    [
      'postgres://ann:pw@db/pipstream?sslmode=verify-full&sslrootcert=/etc/ca.pem',
      { tls: 'verify-full', authorityFile: '/etc/ca.pem' },
    ],
  ])('%s is parsed', (address, wanted) => {
    expect(databaseOf(address)).toMatchObject({ kind: 'postgres', server: wanted });
  });

  it('reveals its password only on explicit request', () => {
    const database = databaseOf(`postgres://ann:${SECRET}%2F%3F@db/pipstream`);
    expect(database.kind === 'postgres' && database.server.password()).toBe(`${SECRET}/?`);
    expect(inspect(database, { depth: 9, showHidden: true }) + JSON.stringify(database)).not.toContain(
      SECRET,
    );
  });

  it.each([
    `mysql://ann:${SECRET}@db/pipstream`,
    `ann:${SECRET}@db/pipstream`,
    `postgres://ann:${SECRET}@db`,
    `postgres://ann:${SECRET}@db/`,
    `postgres://ann:${SECRET}@db/one/two`,
    `postgres://ann:${SECRET}@db:70000/pipstream`,
    `postgres://ann:${SECRET}@db/pipstream#part`,
    `postgres://ann:${SECRET}%@db/pipstream`,
    `postgres://ann:${SECRET}/rest@db/pipstream`,
    `postgres://ann:12/${SECRET}@db`,
    `postgres://ann:${SECRET}#rest@db/pipstream`,
    `postgres://ann:${SECRET}?rest@db/pipstream`,
    `postgres:///pipstream`,
    `postgres://ann:${SECRET}@db/pipstream?sslmode=prefer`,
    `postgres://ann:${SECRET}@db/pipstream?sslmode=require&sslmode=disable`,
    `postgres://ann:${SECRET}@db/pipstream?sslrootcert=/etc/ca.pem`,
    `postgres://ann:x@db/pipstream?password=${SECRET}`,
    `postgres://ann:${SECRET}@db/pipstream?host=elsewhere`,
  ])('that is wrong is refused in one sentence that repeats nothing of it: %s', (address) => {
    const sentence = sentenceOf(address);
    expect(sentence).toMatch(/^DATABASE_URL.+\.$/);
    expect(sentence).not.toContain(SECRET);
    expect(sentence).not.toContain('\n');
  });
});
