import { effect } from '@preact/signals-react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SessionState } from '../../../shared/bridge/worker-api.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { MAX_WORKER_RESTARTS } from '../../../shared/limits.ts';
import { LOCAL_CODE } from '../../../shared/result.ts';
import { eventually } from './eventually.ts';

function spawn(): Worker {
  const worker = new Worker(new URL('./account-worker.ts', import.meta.url), { type: 'module' });
  // The test causes these errors: hide them from the test runner.
  worker.addEventListener('error', (event) => event.preventDefault());
  return worker;
}

async function loadState() {
  const { startAppState, startLater } = await import('../../../src/state/app-state.ts');
  const [session, signOut, account, orders, market, connection, preferences, replay] = await Promise.all([
    import('../../../src/state/session.ts'),
    import('../../../src/state/sign-out.ts'),
    import('../../../src/state/account.ts'),
    import('../../../src/state/orders.ts'),
    import('../../../src/state/market.ts'),
    import('../../../src/state/connection.ts'),
    import('../../../src/state/preferences.ts'),
    import('../../../src/state/replay.ts'),
  ]);
  startAppState(spawn);
  await startLater();
  return {
    ...session,
    ...signOut,
    ...account,
    ...orders,
    ...market,
    ...connection,
    ...preferences,
    ...replay,
  };
}
type State = Awaited<ReturnType<typeof loadState>>;
let state: State;
const stops: (() => void)[] = [];
beforeAll(async () => {
  localStorage.clear();
  state = await loadState();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const kept = () => Object.keys(localStorage).filter((key) => /token|intent/.test(key));
const order = () => ({
  cid: state.newCid(),
  instrumentId: instrumentId(1),
  side: 'buy' as const,
  volume: volume(100),
  multiple: 20,
  kind: { type: 'market' as const, seenPrice: price(1), deviationPoints: 1 },
});

// spec: 4.1
test('a session is stored with its token, and its account shown', async () => {
  await eventually(() => expect(state.session.value).toEqual({ status: 'anonymous', because: 'start' }));
  stops.push(effect(() => void state.figures.equity.value));
  expect(await state.signInDemo()).toMatchObject({ ok: true });
  await eventually(() => expect(state.figures.equity.value).toBe(7));
  expect(state.isDemo.value).toBe(true);
  expect(state.working.value.status).toBe('ready');
  expect(localStorage.getItem('pipstream.token')).toBe('a-token');
});

test('a new worker starts from nothing, and the screen does not', async () => {
  await eventually(() => expect(state.market.value.status).toBe('ready'));
  const seen: string[] = [];
  stops.push(
    effect(() => {
      seen.push(`${state.session.value.status} ${state.market.value.status} ${state.working.value.status}`);
    }),
  );
  state.restartEngine();
  await eventually(() => expect(state.engineSession.value.status).toBe('checking'));
  await eventually(() => expect(state.engineSession.value.status).toBe('signed-in'));
  await eventually(() => expect(state.engineMarket.value.status).toBe('ready'));
  expect(new Set(seen)).toEqual(new Set(['signed-in ready ready']));
});

// spec: 4.3
test('an expired session loses its token and its account at once, but keeps unknown orders', async () => {
  expect(await state.submitOrder(order())).toMatchObject({ error: { code: LOCAL_CODE.unknown } });
  expect(kept()).toHaveLength(2);
  state.language.value = 'en';
  await eventually(() => expect(state.session.value).toEqual({ status: 'anonymous', because: 'expired' }));
  expect(state.figures.equity.value).toBeUndefined();
  expect(state.working.value.status).toBe('unknown');
  expect(localStorage.getItem('pipstream.token')).toBeNull();
  expect(kept()).toHaveLength(1);
});

test('an expired session leaves the token that another tab has stored since', async () => {
  await state.signInDemo();
  await eventually(() => expect(localStorage.getItem('pipstream.token')).toBe('a-token'));
  localStorage.setItem('pipstream.token', 'of-another-tab');
  state.language.value = 'hk';
  await eventually(() => expect(state.session.value).toEqual({ status: 'anonymous', because: 'expired' }));
  expect(localStorage.getItem('pipstream.token')).toBe('of-another-tab');
  localStorage.removeItem('pipstream.token');
});

test('signing out leaves no account data on the device', async () => {
  await state.signInDemo();
  await eventually(() => expect(kept()).toHaveLength(2));
  await state.signOut();
  await eventually(() => expect(state.session.value).toEqual({ status: 'anonymous', because: 'signed-out' }));
  expect(kept()).toEqual([]);
  expect(state.working.value.status).toBe('unknown');
});

test('signing out removes the token that another tab has stored, too', async () => {
  await state.signInDemo();
  await eventually(() => expect(localStorage.getItem('pipstream.token')).toBe('a-token'));
  localStorage.setItem('pipstream.token', 'of-another-tab');
  await state.signOut();
  await eventually(() => expect(state.session.value).toEqual({ status: 'anonymous', because: 'signed-out' }));
  expect(localStorage.getItem('pipstream.token')).toBeNull();
});

test('a new worker gets the session that the page shows, not the one that another tab has stored', async () => {
  await state.signInDemo();
  await eventually(() => expect(localStorage.getItem('pipstream.token')).toBe('a-token'));
  localStorage.setItem('pipstream.token', 'of-another-tab');
  const seen: SessionState[] = [];
  stops.push(effect(() => void seen.push(state.engineSession.value)));
  state.restartEngine();
  await eventually(() => expect(seen.map(({ status }) => status)).toContain('checking'));
  await eventually(() => expect(seen.at(-1)).toMatchObject({ status: 'signed-in', token: 'a-token' }));
  expect(localStorage.getItem('pipstream.token')).toBe('of-another-tab');
});

test('after a replay the session is the stored one', async () => {
  state.openReplay(new File([], 'a recording'));
  await eventually(() => expect(state.session.value).toMatchObject({ token: 'replay' }));
  state.endReplay();
  expect(state.session.value).toEqual({ status: 'checking' });
  await eventually(() => expect(state.session.value).toMatchObject({ token: 'of-another-tab' }));
  await state.signOut();
  await eventually(() => expect(localStorage.getItem('pipstream.token')).toBeNull());
});

test('a failed engine is reported, and a restart brings it back', async () => {
  for (let i = 0; i <= MAX_WORKER_RESTARTS; i++) {
    await eventually(() => expect(state.engineHealth.value).toBe('running'));
    await state.loadLeaders();
  }
  expect(state.engineHealth.value).toBe('failed');
  expect(state.connection.value.status).not.toBe('live');
  expect(state.market.value.status).toBe('ready');
  expect(await state.refreshMarket()).toMatchObject({ ok: true });
  expect(state.engineHealth.value).toBe('running');
  await eventually(() => expect(state.connection.value.status).toBe('live'));
});
