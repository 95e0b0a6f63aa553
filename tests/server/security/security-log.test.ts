import { expect, it } from 'vitest';
import { networkOf } from '../../../server/network.ts';
import {
  createSecurityLog,
  KEPT_PER_KIND,
  MAX_WAITING,
  type SecurityLog,
} from '../../../server/security/security.ts';
import type { NewSecurityRow } from '../../../server/security/security-repository.ts';
import type { Store } from '../../../server/store/store.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { START } from '../../helpers/dealing.ts';
import { createManualClock, type ManualClock } from '../../helpers/manual-clock.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

const ANN = 7 as AccountId;
const DAY_MS = 86_400_000;
const from = (address: string) => ({ address, device: 'Chrome · Android', requestId: 'req-1' });

interface Bench {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly log: SecurityLog;
  readonly told: readonly NewSecurityRow[];
  readonly errors: readonly unknown[];
  /** Advances the clock and waits for the writes. */
  pass(ms: number): Promise<void>;
}

function startLog(store: Store): Bench {
  const clock = createManualClock(START);
  const told: NewSecurityRow[] = [];
  const errors: unknown[] = [];
  const log = createSecurityLog({
    store,
    clock,
    networkOf,
    onRow: (row) => told.push(row),
    report: (error) => errors.push(error),
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await store.writing();
    // What follows the write, and the timer that it sets.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store, clock, log, told, errors, pass };
}

onEachDatabase((stores) => {
  it('keeps an event with its account, network, device and request, newest first', async () => {
    const store = await stores.open();
    const { log, told, pass } = startLog(store);
    log.record({ kind: 'login', account: ANN, visitor: from('2001:db8:1:2:3:4:5:6') });
    log.record({ kind: 'payout_added', account: ANN, visitor: from('192.0.2.1'), detail: 'method 3' });
    expect(await log.latest(10)).toEqual([]);
    await pass(1_000);
    const [added, login] = await log.latest(10);
    expect(added).toMatchObject({ kind: 'payout_added', network: '192.0.2.1', detail: 'method 3', count: 1 });
    expect(login).toMatchObject({
      kind: 'login',
      at: START,
      accountId: ANN,
      network: '2001:db8:1:2',
      device: 'Chrome · Android',
      requestId: 'req-1',
    });
    expect(told.map(({ kind }) => kind)).toEqual(['login', 'payout_added']);
    const narrowed = await Promise.all([
      log.latest(10, { kind: 'login' }),
      log.latest(10, { account: 8 as AccountId }),
      log.latest(10, { since: timestampMs(START + 1) }),
      log.latest(1),
    ]);
    expect(narrowed.map((rows) => rows.map(({ kind }) => kind))).toEqual([
      ['login'],
      [],
      [],
      ['payout_added'],
    ]);
  });

  it('folds equal events of a minute into one row with a count', async () => {
    const store = await stores.open();
    const { log, told, pass } = startLog(store);
    const wrong = () => log.record({ kind: 'login_wrong', account: ANN, visitor: from('192.0.2.1') });
    wrong();
    await pass(1_000);
    for (let i = 0; i < 100; i++) {
      wrong();
      await pass(500);
    }
    const counts = async () => (await log.latest(10)).map(({ count }) => count);
    expect(await counts()).toEqual([1]);
    for (let i = 0; i < 60; i++) await pass(1_000);
    expect(await counts()).toEqual([100, 1]);
    log.record({ kind: 'login_wrong', account: ANN, visitor: from('192.0.2.2') });
    await pass(1_000);
    expect(await counts()).toEqual([1, 100, 1]);
    expect(told).toHaveLength(3);
  });

  it('counts a flood from many networks by kind, and still keeps what owners do', async () => {
    const store = await stores.open();
    const { log, pass } = startLog(store);
    for (let i = 0; i < MAX_WAITING + 300; i++)
      log.record({ kind: 'limit_reached', visitor: from(`10.0.${i >> 8}.${i & 255}`) });
    log.record({ kind: 'password_changed', account: ANN, visitor: from('192.0.2.1') });
    await pass(1_000);
    const rows = await log.latest(10_000);
    expect(rows).toHaveLength(MAX_WAITING + 2);
    expect(rows.find(({ network }) => network === 'various')).toMatchObject({ count: 300, device: '' });
    expect(rows.find(({ kind }) => kind === 'password_changed')).toMatchObject({ accountId: ANN, count: 1 });
  });

  it('forgets what is older than ninety days', async () => {
    const store = await stores.open();
    const { log, pass } = startLog(store);
    log.record({ kind: 'login', account: ANN });
    await pass(1_000);
    await pass(90 * DAY_MS);
    log.record({ kind: 'logout', account: ANN });
    await pass(1_000);
    expect((await log.latest(10)).map(({ kind }) => kind)).toEqual(['logout']);
  });

  it('keeps a bounded number of rows of each kind', async () => {
    const store = await stores.open();
    const { log, pass } = startLog(store);
    const old = { at: START, account_id: null, device: '', request_id: '', detail: '', count: 1 };
    const rows = Array.from({ length: 2_000 }, () => ({
      ...old,
      kind: 'limit_reached' as const,
      network: 'x',
    }));
    await store.write(async (transaction) => {
      for (let i = 0; i < KEPT_PER_KIND; i += rows.length)
        await transaction.insertInto('security_events').values(rows).execute();
    });
    log.record({ kind: 'limit_reached', visitor: from('192.0.2.1') });
    log.record({ kind: 'login', account: ANN });
    await pass(1_000);
    const kept = await log.latest(KEPT_PER_KIND + 10);
    expect(kept).toHaveLength(KEPT_PER_KIND + 1);
    expect(kept.filter(({ kind }) => kind === 'login')).toHaveLength(1);
    expect(kept.filter(({ network }) => network === '192.0.2.1')).toHaveLength(1);
  }, 180_000);

  it('keeps the events of an outage and stores them afterwards, once', async () => {
    const store = await stores.open();
    let isDown = true;
    const write: Store['write'] = (work) => (isDown ? Promise.reject(new Error('down')) : store.write(work));
    const { log, told, errors, pass } = startLog({ ...store, write });
    log.record({ kind: 'login', account: ANN });
    await pass(1_000);
    log.record({ kind: 'logout', account: ANN });
    await pass(5_000);
    expect(errors).toHaveLength(1);
    isDown = false;
    await pass(5_000);
    expect((await log.latest(10)).map(({ kind }) => kind)).toEqual(['logout', 'login']);
    expect(told).toHaveLength(2);
  });

  it('stores what waits when the exchange stops', async () => {
    const store = await stores.open();
    const { log } = startLog(store);
    log.record({ kind: 'login', account: ANN });
    await log.stop();
    expect(await log.latest(10)).toHaveLength(1);
  });
});
