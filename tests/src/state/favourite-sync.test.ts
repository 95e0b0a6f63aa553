import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { type InstrumentId, instrumentId } from '../../../shared/domain/instrument.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { createFavouriteSync } from '../../../src/state/favourite-sync.ts';

const ids = (...numbers: readonly number[]) => numbers.map(instrumentId);
const offline = err(refusal(LOCAL_CODE.offline));

/** A device, and an exchange that has a list by account. */
function openDevice(onDevice: readonly number[] = [], accounts: Record<number, readonly number[]> = {}) {
  const list = signal<readonly InstrumentId[]>(ids(...onDevice));
  const kept = new Map<string, string>();
  const stored = new Map(Object.entries(accounts).map(([uid, own]) => [Number(uid), ids(...own)]));
  const saves: (readonly InstrumentId[])[] = [];
  let isOnline = true;
  let signedIn = 0;
  let gate: Promise<void> | undefined;
  const start = (shown = list) =>
    createFavouriteSync({
      list: shown,
      store: {
        get: (key) => kept.get(key) ?? null,
        set: (key, value) => void kept.set(key, value),
        remove: (key) => void kept.delete(key),
      },
      async load() {
        const asked = signedIn;
        await gate;
        return isOnline ? ok(stored.get(asked) ?? []) : offline;
      },
      async save(sent): Promise<Result<unknown>> {
        await gate;
        if (!isOnline) return offline;
        saves.push(sent);
        stored.set(signedIn, [...sent]);
        return ok(undefined);
      },
    });
  let sync = start();
  return {
    list,
    saves,
    stored,
    change: (...next: readonly number[]) => sync.change(ids(...next)),
    retry: (isOld?: boolean) => sync.retry(isOld),
    enter: (account: number) => {
      signedIn = account;
      return sync.enter(account);
    },
    leave: (isOnPurpose: boolean) => sync.leave(isOnPurpose),
    network(state: 'on' | 'off') {
      isOnline = state === 'on';
    },
    hold() {
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = undefined;
        open();
      };
    },
    reload() {
      sync = start();
    },
    /** One more page of the device. */
    openTab(stored = list) {
      const own = signal(stored.peek());
      const tab = start(own);
      return {
        ...tab,
        list: own,
        enter(account: number) {
          signedIn = account;
          return tab.enter(account);
        },
      };
    },
  };
}

describe("a visitor's favourites", () => {
  it('stay on the device', async () => {
    const { change, list, saves, leave } = openDevice();
    leave(false);
    await change(3, 1);
    expect([list.peek(), saves]).toEqual([ids(3, 1), []]);
  });

  it('become those of an account that has none', async () => {
    const { enter, stored, list } = openDevice([3, 1]);
    await enter(7);
    expect([stored.get(7), list.peek()]).toEqual([ids(3, 1), ids(3, 1)]);
  });

  it('give way to those of an account that has some', async () => {
    const { enter, saves, list } = openDevice([3, 1], { 7: [5] });
    await enter(7);
    expect([saves, list.peek()]).toEqual([[], ids(5)]);
  });

  it('are back when that account has signed out, also after a reload', async () => {
    const { enter, leave, reload, list, stored } = openDevice([3, 1], { 7: [5] });
    await enter(7);
    reload();
    await enter(7);
    leave(false);
    expect(list.peek()).toEqual(ids(5));
    await enter(7);
    leave(true);
    expect([list.peek(), stored.get(7)]).toEqual([ids(3, 1), ids(5)]);
    await enter(8);
    expect(stored.get(8)).toEqual(ids(3, 1));
    leave(true);
    expect(list.peek()).toEqual([]);
  });
});

describe("an account's favourites", () => {
  it('are sent as a whole with each change, the newest last', async () => {
    const { enter, change, hold, saves, stored } = openDevice([], { 7: [1] });
    await enter(7);
    const release = hold();
    const changes = [change(1, 2), change(1, 2, 3), change(2, 3)];
    release();
    await Promise.all(changes);
    expect([saves.length <= 2, stored.get(7)]).toEqual([true, ids(2, 3)]);
  });

  it('are sent later when they could not be, also after a reload', async () => {
    const { enter, change, network, reload, retry, list, stored } = openDevice([], { 7: [1] });
    await enter(7);
    network('off');
    await change(2);
    expect([list.peek(), stored.get(7)]).toEqual([ids(2), ids(1)]);
    network('on');
    await retry();
    expect(stored.get(7)).toEqual(ids(2));
    network('off');
    await change(3);
    reload();
    network('on');
    await enter(7);
    expect([list.peek(), stored.get(7)]).toEqual([ids(3), ids(3)]);
  });

  it('that were changed elsewhere since they were read stay when they are changed here', async () => {
    const { enter, change, network, retry, list, stored } = openDevice([], { 7: [1, 5] });
    await enter(7);
    stored.set(7, ids(1, 5, 9));
    await change(5, 1, 2);
    expect([list.peek(), stored.get(7)]).toEqual([ids(1, 5, 9, 2), ids(1, 5, 9, 2)]);
    network('off');
    await change(1, 9, 2);
    stored.set(7, ids(5, 9, 2, 4));
    network('on');
    await retry();
    expect([list.peek(), stored.get(7)]).toEqual([ids(9, 2, 4), ids(9, 2, 4)]);
  });

  it('are read again, when another device may have changed them, without being sent', async () => {
    const { enter, retry, list, saves, stored } = openDevice([], { 7: [1, 5] });
    await enter(7);
    const before = list.peek();
    await retry(true);
    expect(list.peek()).toBe(before);
    stored.set(7, ids(5, 9));
    await retry();
    expect(list.peek()).toEqual(ids(1, 5));
    await retry(true);
    expect([list.peek(), saves]).toEqual([ids(5, 9), []]);
  });

  it('are loaded later when they could not be', async () => {
    const { enter, change, network, retry, list, saves } = openDevice([], { 7: [1, 5] });
    network('off');
    await enter(7);
    await retry();
    expect(list.peek()).toEqual([]);
    network('on');
    await retry();
    expect([list.peek(), saves]).toEqual([ids(1, 5), []]);
    await change(1, 5, 2);
    await retry();
    expect(list.peek()).toEqual(ids(1, 5, 2));
  });

  it('leave the device with the account, and are never given to another one', async () => {
    const { enter, change, leave, network, list, stored } = openDevice([], { 7: [1] });
    await enter(7);
    leave(true);
    expect(list.peek()).toEqual([]);
    await enter(7);
    network('off');
    await change(2);
    network('on');
    leave(false);
    expect(list.peek()).toEqual(ids(2));
    await enter(8);
    expect([list.peek(), stored.get(8), stored.get(7)]).toEqual([[], undefined, ids(1)]);
  });

  it.each(['as they were', 'changed and loaded again'])(
    'still in another tab when one has signed out, %s, are not given to the next account',
    async (how) => {
      const { enter, leave, openTab, stored } = openDevice([4], { 7: [1] });
      await enter(7);
      let tab = openTab();
      await tab.enter(7);
      leave(true);
      tab.leave(false);
      if (how !== 'as they were') {
        await tab.change(ids(1, 3));
        tab = openTab(tab.list);
      }
      await tab.enter(8);
      expect([tab.list.peek(), stored.get(8)]).toEqual([[], undefined]);
    },
  );

  it('of an account that comes too late, when another one is signed in, are not taken', async () => {
    const { enter, leave, hold, list } = openDevice([], { 7: [1], 8: [2] });
    const release = hold();
    const late = enter(7);
    leave(true);
    // The next answer is not held.
    hold()();
    await enter(8);
    release();
    await late;
    expect(list.peek()).toEqual(ids(2));
  });

  it('that are changed while those of the account are loaded stay, and are sent', async () => {
    const { enter, change, hold, list, stored } = openDevice([], { 7: [1] });
    const release = hold();
    const entered = enter(7);
    const changed = change(5);
    release();
    await Promise.all([entered, changed]);
    expect([list.peek(), stored.get(7)]).toEqual([ids(1, 5), ids(1, 5)]);
  });

  it('that are changed after they could not be loaded are read first, and only what was changed is', async () => {
    const { enter, change, network, retry, reload, list, stored } = openDevice([], { 7: [1, 5] });
    network('off');
    await enter(7);
    await change(2);
    network('on');
    await retry();
    expect([list.peek(), stored.get(7)]).toEqual([ids(1, 5, 2), ids(1, 5, 2)]);
    reload();
    stored.set(7, ids(1, 5, 2, 9));
    network('off');
    await enter(7);
    await change(1, 2, 3);
    reload();
    network('on');
    await enter(7);
    expect([list.peek(), stored.get(7)]).toEqual([ids(1, 2, 9, 3), ids(1, 2, 9, 3)]);
  });

  it('that are changed after the exchange could not say them once are read and sent with the next change', async () => {
    const { enter, change, network, list, stored } = openDevice([], { 7: [1, 5] });
    network('off');
    await enter(7);
    network('on');
    await change(2);
    expect([list.peek(), stored.get(7)]).toEqual([ids(1, 5, 2), ids(1, 5, 2)]);
  });

  it('of another account, still shown because those of this one could not be loaded, are not sent', async () => {
    const { enter, leave, change, network, retry, list, stored } = openDevice([], { 7: [1], 8: [2] });
    await enter(7);
    leave(false);
    network('off');
    await enter(8);
    await change(1, 3);
    network('on');
    await retry();
    expect([list.peek(), stored.get(8), stored.get(7)]).toEqual([ids(2, 3), ids(2, 3), ids(1)]);
  });
});
