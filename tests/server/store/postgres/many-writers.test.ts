import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGuesses } from '../../../../server/accounts/guesses.ts';
import { createSessions, MAX_SESSIONS } from '../../../../server/accounts/sessions.ts';
import { createFactors } from '../../../../server/factors/factors.ts';
import type { FileId } from '../../../../server/files/file-tables.ts';
import { openFiles } from '../../../../server/files/files.ts';
import { QUOTAS } from '../../../../server/files/quota.ts';
import { createPayments } from '../../../../server/payments/payments.ts';
import { systemRandom } from '../../../../server/random.ts';
import { clientConfig } from '../../../../server/store/postgres/client.ts';
import type { Db, Schema } from '../../../../server/store/schema.ts';
import type { Store } from '../../../../server/store/store.ts';
import { createCodes } from '../../../../server/verification/verification-codes.ts';
import { CODE } from '../../../../shared/contract/codes.ts';
import { MAX_DRAW_METHODS, MAX_WAITING_PAYMENTS } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import { createAuthenticator } from '../../../helpers/authenticator.ts';
import { codeOf, type Dealing, good, startDealing } from '../../../helpers/dealing.ts';
import { NO_FACTORS } from '../../../helpers/no-factors.ts';
import { payoutCodes, tronAddress } from '../../../helpers/payout.ts';
import { ANN, ROOMY_CODES, visitor } from '../../../helpers/people.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { jpeg } from '../../files/pictures.ts';
import { coins, NOWHERE, openRealAccount, TRC20 } from '../../payments/payments-scene.ts';

/** Connections that write at the same time, each its own transactions. */
const WRITERS = 24;

describe.skipIf(postgresMissing)('several writers at once', () => {
  const postgres = usePostgres();

  const times = <T>(count: number, call: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => call(i)));

  /** The rooms' store as several processes have it: no write waits for another one but in the database. */
  async function open(): Promise<{ readonly dealing: Dealing; readonly store: Store }> {
    const database = settingsOf(await postgres.database());
    const dealing = await startDealing({ dataDir: temporaryFolder(), database });
    const pool = new Pool({ ...clientConfig(database.server, 20_000), max: WRITERS });
    // Its connections may still be closing when the database is dropped.
    pool.on('error', () => undefined);
    const clients = await times(WRITERS, () => pool.connect());
    for (const client of clients) client.release();
    const db: Db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => db.destroy());
    const write: Store['write'] = (work) => db.transaction().execute(work);
    return { dealing, store: { ...dealing.store, read: db, write } };
  }

  it('check no more guesses at a password than are allowed', async () => {
    const { dealing, store } = await open();
    const guesses = createGuesses({ store, clock: dealing.clock });
    const begun = await times(100, (i) => guesses.begin({ name: 'ann', address: `198.51.100.${i}` }));
    expect(begun.filter((one) => 'id' in one)).toHaveLength(10);
  });

  it('send one code to a contact that asks many times', async () => {
    const { dealing, store } = await open();
    const limits = { ...ROOMY_CODES, perContact: 100 };
    const key = { hash: (text: string) => text };
    const codes = createCodes({ store, clock: dealing.clock, random: systemRandom, key, limits });
    const made = await times(50, () => codes.make(ANN, 'register'));
    expect(made.filter((one) => 'code' in one)).toHaveLength(1);
  });

  it('send no more codes for an address than are allowed, whoever gets them', async () => {
    const { dealing, store } = await open();
    const limits = { ...ROOMY_CODES, perAddress: 7 };
    const key = { hash: (text: string) => text };
    const codes = createCodes({ store, clock: dealing.clock, random: systemRandom, key, limits });
    const sender = { address: '198.51.100.1', solved: true };
    const made = await times(50, (i) =>
      codes.make({ kind: 'email', value: `ann${i}@example.com` }, 'register', sender),
    );
    expect(made.filter((one) => 'code' in one)).toHaveLength(7);
  });

  it('keep the bound of sessions of an account', async () => {
    const { dealing, store } = await open();
    const account = await openRealAccount(dealing);
    const report = (error: unknown) => dealing.errors.push(error);
    const sessions = createSessions({ store, clock: dealing.clock, random: systemRandom, report });
    onTestFinished(sessions.stop);
    await times(MAX_SESSIONS + 40, () => sessions.begin(account, 'Chrome'));
    expect(await sessions.ofAccount(account)).toHaveLength(MAX_SESSIONS);
  });

  it('keep no more pictures of a day than are allowed', async () => {
    const { dealing, store } = await open();
    const uploader = { accountId: await openRealAccount(dealing), isDemo: true };
    const picture = await jpeg();
    const sent = await times(QUOTAS.demo.pictures + 10, async () => {
      const process = await openFiles({
        store,
        clock: dealing.clock,
        random: systemRandom,
        dataDir: temporaryFolder(),
        report: (error) => dealing.errors.push(error),
      });
      onTestFinished(process.stop);
      return () => process.store(uploader, async () => ok(picture));
    });
    const kept = await Promise.all(sent.map((send) => send()));
    expect(kept.filter((one) => one.ok)).toHaveLength(QUOTAS.demo.pictures);
  });

  it('add one of several factors that were begun before the first one, with recovery codes', async () => {
    const { dealing, store } = await open();
    const factors = createFactors({
      store,
      clock: dealing.clock,
      random: systemRandom,
      key: new Uint8Array(32),
      report: (error) => dealing.errors.push(error),
    });
    const account = await openRealAccount(dealing);
    const owner = {
      account,
      label: ANN.value,
      visitor: { ...visitor('198.51.100.1'), origin: 'http://localhost' },
    };
    const options = await times(8, async () =>
      good(await factors.beginPasskey(owner, async () => true, undefined)),
    );
    const added = await times(8, (i) =>
      factors.addPasskey(owner, createAuthenticator().create(options[i] ?? ''), `Phone ${i}`),
    );
    const codes = added.flatMap((one) => (one.ok ? [one.value.length] : []));
    expect(codes).toEqual([10]);
    expect((await factors.list(account, owner.visitor)).passkeys).toHaveLength(1);
  });

  /** An account that pays, and what the payment rooms need. */
  async function openScene() {
    const { dealing, store } = await open();
    const deps = {
      store,
      exchange: dealing.exchange,
      files: { claim: async () => ok('picture' as FileId) },
      clock: dealing.clock,
      now: () => dealing.market.now(),
      factors: NO_FACTORS,
      ...payoutCodes(dealing).deps,
    };
    await createPayments({ ...deps, store: dealing.store }).start();
    const { methods, deposits } = createPayments(deps);
    const account = await openRealAccount(dealing);
    const bind = (n: number) => methods.bind(account, 'coin', 1, { ...NOWHERE, address: tronAddress(n) });
    return { account, deposits, bind };
  }

  it('save a payout address once that comes many times', async () => {
    const { bind } = await openScene();
    const bound = await times(30, () => bind(0));
    expect(new Set(bound.map((one) => good(one).id)).size).toBe(1);
  });

  it('keep the bound of payout addresses of an account', async () => {
    const { bind } = await openScene();
    const codes = (await times(MAX_DRAW_METHODS + 30, bind)).map(codeOf);
    expect(codes.filter((code) => code === CODE.tooMany)).toHaveLength(30);
  });

  it('keep the bound of deposits of an account that wait', async () => {
    const { account, deposits } = await openScene();
    const deposit = { ...TRC20, number: coins(10), proof: '' };
    const sent = await times(MAX_WAITING_PAYMENTS + 40, () => deposits.submitCoin(account, deposit));
    expect(sent.map(codeOf).filter((code) => code === CODE.conflict)).toHaveLength(40);
  });
});
