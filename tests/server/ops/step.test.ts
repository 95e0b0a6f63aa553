import { expect, it } from 'vitest';
import { accountOf } from '../../../server/accounts/user.ts';
import { systemClock } from '../../../server/clock.ts';
import { latestSteps } from '../../../server/operators/operator-steps.ts';
import { runStep } from '../../../server/ops/step.ts';
import type { Resources } from '../../../server/resource.ts';
import type { SecurityRecorder } from '../../../server/security/security.ts';
import { ElsewhereError } from '../../../server/store/errors.ts';
import type { Store } from '../../../server/store/store.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { openTestStore } from '../../helpers/stores.ts';

const UID = 10_000_007;
const ACCOUNT = accountOf(UID);

type Events = Parameters<SecurityRecorder['record']>[0][];

/** A step that changes an account, with this outcome. */
async function stepping(run: () => Promise<Result<{ rows: { uid: number }[] }, string>>) {
  const store = await openTestStore({ dataDir: dataFolder() });
  const parameters = { uid: { help: 'whose' } };
  const resources: Resources<unknown> = {
    lamp: { help: 'a lamp', verbs: { light: { help: 'lights it', isSecurityEvent: true, parameters, run } } },
  };
  const events: Events = [];
  const step = { who: 'ann', resource: 'lamp', verb: 'light', values: { uid: String(UID) } };
  const security: SecurityRecorder = { record: (event) => void events.push(event) };
  return {
    store,
    events,
    go: (on: Store) => runStep(resources, { store: on, clock: systemClock, security }, step),
  };
}

const done = { kind: 'operator_step', account: ACCOUNT, detail: `lamp light ${UID} by ann` };

it('a step that is done is a security event, also when the log does not take its outcome', async () => {
  const { store, events, go } = await stepping(async () => ok({ rows: [{ uid: UID }] }));
  await go(store);
  expect(events).toEqual([done]);
  let writes = 0;
  const failing: Store = {
    ...store,
    write: (work) => (++writes > 1 ? Promise.reject(new Error('disk full')) : store.write(work)),
  };
  await expect(go(failing)).rejects.toThrow('disk full');
  expect(events).toEqual([done, done]);
});

it('a step that is done is never logged as failed, whatever becomes of the write of its outcome', async () => {
  const { store, go } = await stepping(async () => ok({ rows: [{ uid: UID }] }));
  /** The second write, that of the outcome, fails: after it was stored, or before. */
  const failing = (isStored: boolean): Store => {
    let writes = 0;
    return {
      ...store,
      async write(work) {
        if (++writes !== 2) return store.write(work);
        if (isStored) await store.write(work);
        throw new Error('disk full');
      },
    };
  };
  for (const [isStored, outcome] of [
    [true, 'done'],
    [false, 'begun'],
  ] as const) {
    await expect(go(failing(isStored))).rejects.toThrow('disk full');
    expect(await latestSteps(store.read, 1)).toMatchObject([{ outcome }]);
  }
});

it('the error of a step is not hidden by one of the log', async () => {
  const { store, go } = await stepping(() => Promise.reject(new Error('a bug')));
  let writes = 0;
  const write: Store['write'] = (work) =>
    ++writes > 1 ? Promise.reject(new Error('disk full')) : store.write(work);
  await expect(go({ ...store, write })).rejects.toThrow('a bug');
  expect(await latestSteps(store.read, 1)).toMatchObject([{ outcome: 'begun' }]);
});

it('a step that fails may be done in part, and is a security event that says so', async () => {
  const { store, events, go } = await stepping(() => Promise.reject(new Error('a bug')));
  await expect(go(store)).rejects.toThrow('a bug');
  expect(events).toEqual([{ ...done, detail: `lamp light ${UID} failed by ann` }]);
});

it.each([
  ['is refused', async () => err('no')],
  ['is carried out by another process', () => Promise.reject(new ElsewhereError(ACCOUNT))],
])('a step that %s leaves no security event', async (_, run) => {
  const { store, events, go } = await stepping(run);
  await go(store).catch(() => undefined);
  expect(events).toEqual([]);
});
