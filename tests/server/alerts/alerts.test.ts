import { describe, expect, it } from 'vitest';
import { createTickRecorder } from '../../../server/feed/past-ticks.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { MAX_ALERT_FIRINGS, MAX_ALERTS } from '../../../shared/limits.ts';
import { codeOf, START } from '../../helpers/dealing.ts';
import { type AlertsScene, type AlertsSceneOptions, startAlerts } from './alerts-scene.ts';

async function prepared(options?: AlertsSceneOptions) {
  const scene = await startAlerts(options);
  scene.market.tick('EURUSD', 1.2);
  return { scene, account: await scene.openAccount() };
}

const target = (points: number) => ({ kind: 'price', price: price(points) }) as const;
const EURUSD = instrumentId(1);
const firstId = async ({ alerts }: AlertsScene, account: AccountId) =>
  (await alerts.list(account)).at(-1)?.id ?? 0;

describe('adding an alert', () => {
  it('takes its side from the price now', async () => {
    const { scene, account } = await prepared();
    await scene.at(account, 121_000);
    await scene.at(account, 119_000);
    await scene.move(account, 50);
    await scene.move(account, -50);
    const list = await scene.alerts.list(account);
    expect(list.map(({ side }) => side)).toEqual(['below', 'above', 'below', 'above']);
    expect(list.at(-1)).toMatchObject({ isOn: true, repeats: false, firedAt: undefined, createdAt: START });
  });

  it.each([
    ['until it opens on another day', 26 * 3_600_000, 0],
    ['on a day after that of its price', undefined, 26 * 3_600_000],
  ])('of a move takes its side from no move while the market is closed, %s', async (_, opensIn, passed) => {
    const { scene, account } = await prepared();
    const { alerts, market } = scene;
    await scene.ticks(1.2096);
    await scene.move(account, 30);
    const id = await firstId(scene, account);
    expect(codeOf(await alerts.set(account, id, false))).toBe(CODE.success);
    market.session('EURUSD', {
      status: 'closed',
      ...(opensIn === undefined ? {} : { opensAt: timestampMs(START + opensIn) }),
    });
    market.pass(passed);
    const none = {
      instrumentId: EURUSD,
      target: { kind: 'percent', hundredths: 0 } as const,
      repeats: false,
    };
    expect(codeOf(await alerts.add(account, none))).toBe(CODE.wrongSidePrice);
    await scene.move(account, 80);
    await scene.move(account, 50);
    expect(codeOf(await alerts.set(account, id, true))).toBe(CODE.success);
    expect((await alerts.list(account)).map(({ side }) => side)).toEqual(['above', 'above', 'above']);
    market.pass(26 * 3_600_000 - passed);
    market.session('EURUSD', { status: 'open' });
    // The first price of the day is its Open, wherever it stands.
    const areOn = async () => (await scene.states(account)).map(([isOn]) => isOn);
    await scene.ticks(1.21);
    expect(await areOn()).toEqual([true, true, true]);
    await scene.ticks(1.2159);
    expect(await areOn()).toEqual([false, true, true]);
    await scene.ticks(1.2161);
    expect(await areOn()).toEqual([false, true, false]);
    await scene.ticks(1.2197);
    expect(await areOn()).toEqual([false, false, false]);
  });

  it('of a move takes its side from that of the day if the market opens again on the same day', async () => {
    const { scene, account } = await prepared();
    await scene.ticks(1.2096);
    scene.market.session('EURUSD', { status: 'closed', opensAt: timestampMs(START + 3_600_000) });
    await scene.move(account, 50);
    expect(await scene.alerts.list(account)).toMatchObject([{ side: 'below' }]);
  });

  it.each([
    ['where the price stands', EURUSD, target(120_000), CODE.wrongSidePrice],
    ['of an unknown instrument', instrumentId(99), target(120_000), CODE.notFound],
    ['of an instrument without a price', instrumentId(2), target(120_000), CODE.marketClosed],
    [
      'on the move of the day without a price',
      instrumentId(2),
      { kind: 'percent', hundredths: 5 } as const,
      CODE.marketClosed,
    ],
  ])('%s is refused', async (_, id, to, code) => {
    const { scene, account } = await prepared();
    const terms = { instrumentId: id, target: to, repeats: false };
    expect(codeOf(await scene.alerts.add(account, terms))).toBe(code);
    expect(await scene.alerts.list(account)).toEqual([]);
    expect(scene.told).toEqual([]);
  });

  it('is refused beyond the limit of the account, until one is deleted', async () => {
    const { scene, account } = await prepared();
    for (let i = 1; i <= MAX_ALERTS; i++) await scene.at(account, 120_000 + i);
    const terms = { instrumentId: EURUSD, target: target(130_000), repeats: false };
    expect(codeOf(await scene.alerts.add(account, terms))).toBe(CODE.conflict);
    await scene.at(await scene.openAccount(), 130_000);
    await scene.alerts.remove(account, await firstId(scene, account));
    expect(codeOf(await scene.alerts.add(account, terms))).toBe(CODE.success);
  });
});

describe('an alert', () => {
  it('fires once, with the time of the tick, and is off', async () => {
    const { scene, account } = await prepared();
    await scene.at(account, 121_000);
    await scene.ticks(1.2099);
    expect(await scene.states(account)).toEqual([[true, undefined]]);
    scene.market.pass(5_000);
    await scene.ticks(1.2101, 1.2, 1.22);
    expect(await scene.states(account)).toEqual([[false, START + 5_000]]);
  });

  it('fires with all others that a jump crosses, of every account', async () => {
    const { scene, account } = await prepared();
    const other = await scene.openAccount();
    for (const points of [120_100, 120_200, 120_300]) await scene.at(account, points);
    await scene.at(other, 120_150);
    await scene.move(other, 10);
    scene.told.length = 0;
    await scene.ticks(1.2025);
    expect((await scene.states(account)).map(([isOn]) => isOn)).toEqual([false, false, true]);
    expect((await scene.states(other)).map(([isOn]) => isOn)).toEqual([false, false]);
    expect([...scene.told].sort((a, b) => a - b)).toEqual([account, other]);
  });

  it('is not judged while it is off, and takes its side again when it is switched on', async () => {
    const { scene, account } = await prepared();
    const { alerts } = scene;
    await scene.at(account, 121_000);
    const id = await firstId(scene, account);
    expect(codeOf(await alerts.set(account, id, false))).toBe(CODE.success);
    await scene.ticks(1.22);
    expect(await scene.states(account)).toEqual([[false, undefined]]);
    expect(codeOf(await alerts.set(account, id, true))).toBe(CODE.success);
    expect(await alerts.list(account)).toMatchObject([{ side: 'below', isOn: true }]);
    await scene.ticks(1.215);
    expect(await scene.states(account)).toEqual([[true, undefined]]);
    await scene.ticks(1.21);
    expect(await scene.states(account)).toEqual([[false, START]]);
    await scene.ticks(1.21);
    expect(codeOf(await alerts.set(account, id, true))).toBe(CODE.wrongSidePrice);
  });

  it('that a tick reaches while it is being switched off does not fire', async () => {
    const { scene, account } = await prepared();
    await scene.at(account, 121_000);
    const off = scene.alerts.set(account, await firstId(scene, account), false);
    await scene.ticks(1.21);
    expect(codeOf(await off)).toBe(CODE.success);
    expect(await scene.states(account)).toEqual([[false, undefined]]);
  });

  it('of another account is as one that does not exist, and stays as it is', async () => {
    const { scene, account } = await prepared();
    const { alerts } = scene;
    await scene.at(account, 121_000);
    const [stranger, id] = [await scene.openAccount(), await firstId(scene, account)];
    expect(codeOf(await alerts.set(stranger, id, false))).toBe(CODE.notFound);
    expect(codeOf(await alerts.remove(stranger, id))).toBe(CODE.notFound);
    expect(codeOf(await alerts.remove(stranger, 99_999))).toBe(CODE.notFound);
    await scene.ticks(1.21);
    expect(await scene.states(account)).toEqual([[false, START]]);
  });
});

describe('what has fired', () => {
  it('is kept with the price of the tick and its time, latest first, though its alert is changed or deleted', async () => {
    const { scene, account } = await prepared();
    const { alerts } = scene;
    await scene.at(account, 121_000, true);
    await scene.move(account, 200);
    await scene.ticks(1.2105);
    scene.market.pass(5_000);
    await scene.ticks(1.2);
    await scene.ticks(1.23);
    await alerts.remove(account, await firstId(scene, account));
    const kept = await alerts.firings(account);
    expect(
      kept.map(({ target: { kind }, side, reached, firedAt }) => [kind, side, reached, firedAt]),
    ).toEqual([
      ['percent', 'above', 123_000, START + 5_000],
      ['price', 'above', 123_000, START + 5_000],
      ['price', 'above', 121_050, START],
    ]);
    expect(kept.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(await alerts.firings(await scene.openAccount())).toEqual([]);
    const again = await scene.restart();
    expect(await again.alerts.firings(account)).toEqual(kept);
  });

  it('is kept for the last hundred of an account', async () => {
    const { scene, account } = await prepared();
    const other = await scene.openAccount();
    await scene.at(other, 120_001);
    await scene.ticks(1.2001, 1.2);
    for (let round = 0; round < 2; round++) {
      for (let i = 1; i <= 60; i++) await scene.at(account, 120_000 + i);
      await scene.ticks(1.21, 1.2);
      for (const { id } of await scene.alerts.list(account)) await scene.alerts.remove(account, id);
    }
    const kept = await scene.alerts.firings(account);
    expect(kept).toHaveLength(MAX_ALERT_FIRINGS);
    expect(await scene.store.read.selectFrom('alert_firings').select('id').execute()).toHaveLength(
      MAX_ALERT_FIRINGS + 1,
    );
    expect(await scene.alerts.firings(other)).toHaveLength(1);
  });
});

describe('after a restart', () => {
  it('what was armed is armed, and fires when a price touches it', async () => {
    const { scene, account } = await prepared();
    await scene.at(account, 121_000);
    await scene.at(account, 119_000);
    const again = await scene.restart();
    await again.ticks(1.2, 1.2099);
    expect(await again.states(account)).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    await again.ticks(1.23);
    expect((await again.states(account)).map(([isOn]) => isOn)).toEqual([false, true]);
  });

  it('what has fired does not fire again', async () => {
    const { scene, account } = await prepared();
    await scene.at(account, 121_000);
    await scene.at(account, 121_000, true);
    await scene.at(account, 122_000);
    await scene.ticks(1.21);
    const again = await scene.restart();
    again.market.pass(60_000);
    await again.ticks(1.211);
    expect(await again.states(account)).toEqual([
      [false, START],
      [true, START],
      [true, undefined],
    ]);
    await again.ticks(1.2, 1.21);
    expect(await again.states(account)).toEqual([
      [false, START],
      [true, START + 60_000],
      [true, undefined],
    ]);
  });

  it('an alert that was switched off or deleted does not come back', async () => {
    const { scene, account } = await prepared();
    await scene.at(account, 121_000);
    await scene.alerts.set(account, await firstId(scene, account), false);
    await scene.at(account, 122_000);
    const [{ id } = { id: 0 }] = await scene.alerts.list(account);
    await scene.alerts.remove(account, id);
    const again = await scene.restart();
    await again.ticks(1.3);
    expect(await again.states(account)).toEqual([[false, undefined]]);
    expect(again.told).toEqual([]);
  });
});

/** An alert at 1.21, in a database that refuses each write before its work or after it, while it is down. */
async function failing(at: 'before' | 'after') {
  const disk = { isDown: false };
  const refuse = (when: typeof at) => {
    if (disk.isDown && at === when) throw new Error('down');
  };
  const { scene, account } = await prepared({
    wrapStore: ({ read, write }) => ({
      read,
      async write(work) {
        refuse('before');
        return write(async (transaction) => {
          const result = await work(transaction);
          refuse('after');
          return result;
        });
      },
    }),
  });
  await scene.at(account, 121_000);
  return { scene, account, disk };
}

describe('while the database fails', () => {
  it('tells nobody, and stores later with the time of the tick', async () => {
    const { scene, account, disk } = await failing('before');
    scene.told.length = 0;
    disk.isDown = true;
    await scene.ticks(1.21);
    expect([scene.told, await scene.states(account)]).toEqual([[], [[true, undefined]]]);
    expect(scene.errors).toHaveLength(1);
    disk.isDown = false;
    scene.market.pass(3_000);
    scene.clock.advance(1_000);
    await scene.ticks(1.2);
    expect([scene.told, await scene.states(account)]).toEqual([[account], [[false, START]]]);
    scene.errors.length = 0;
  });

  it('forgets what a tick has made of an alert that its owner changes before that is stored', async () => {
    const { scene, account, disk } = await failing('before');
    disk.isDown = true;
    await scene.ticks(1.21, 1.2);
    disk.isDown = false;
    const id = await firstId(scene, account);
    await scene.alerts.set(account, id, false);
    await scene.alerts.set(account, id, true);
    scene.clock.advance(1_000);
    await scene.ticks(1.2);
    expect(await scene.states(account)).toEqual([[true, undefined]]);
    scene.errors.length = 0;
  });

  it('judges an alert as it is stored when switching it off failed', async () => {
    const { scene, account, disk } = await failing('after');
    disk.isDown = true;
    await expect(scene.alerts.set(account, await firstId(scene, account), false)).rejects.toThrow('down');
    await expect(scene.at(account, 120_500)).rejects.toThrow('down');
    disk.isDown = false;
    await scene.ticks(1.21);
    expect(await scene.states(account)).toEqual([[false, START]]);
  });
});

it('fires an alert at a tick that reached it unwatched, just before the market closed, and at none from after that', async () => {
  const past = createTickRecorder();
  let closedMs = Number.POSITIVE_INFINITY;
  const scene = await startAlerts({
    past,
    wrapMarket: (market) => ({
      ...market,
      instrument: (id) => {
        const found = market.instrument(id);
        return found && closedMs < Number.POSITIVE_INFINITY
          ? { ...found, market: { status: 'closed' } }
          : found;
      },
      sessions: (_, fromMs, toMs) => [[fromMs, Math.min(toMs, closedMs)]],
    }),
  });
  let atMs: number = START;
  const tick = (points: number) => {
    atMs += 20;
    past.reach(atMs);
    past.take(EURUSD, atMs, points, atMs);
  };
  scene.market.tick('EURUSD', 1.2);
  tick(120_000);
  const account = await scene.openAccount();
  await scene.at(account, 121_000);
  await scene.at(account, 125_000);
  tick(122_000);
  closedMs = atMs + 1;
  tick(126_000);
  const next = await scene.restart();
  await next.ticks();
  expect(await next.states(account)).toEqual([
    [false, START + 40],
    [true, undefined],
  ]);
});
