import { expect, it, vi } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { ok } from '../../../shared/result.ts';
import { ask } from '../../../src/state/ask.ts';
import { connection } from '../../../src/state/connection.ts';
import { arrangeFavourites } from '../../../src/state/favourites.ts';
import { startKeptPrices } from '../../../src/state/kept-prices.ts';
import { live } from '../../../src/state/live.ts';
import { engineMarket } from '../../../src/state/market.ts';
import { favourites } from '../../../src/state/preferences.ts';
import { endReplay, openReplay } from '../../../src/state/replay.ts';
import { eurusd } from '../../helpers/instruments.ts';
import * as script from '../scripted/script.ts';
import { askScene, SIGNED_IN_USER } from './ask-scene.tsx';

/* What the device keeps stays as it is while a recording is shown, and after it. */

const scene = askScene();

const stored = (key: string) => localStorage.getItem(`pipstream.${key}`);

/** Waits for the engine that `start` starts. */
async function nextEngine(start: () => void): Promise<void> {
  script.told.splice(0);
  start();
  await vi.waitUntil(() => script.told.some(({ name }) => name === 'configure'));
}

const play = () => nextEngine(() => openReplay(new File(['{}'], 'noon.jsonl')));

const signIn = (uid: number) => script.signIn({ ...SIGNED_IN_USER, uid });

/** The engine that there is now trades at this price. */
async function trade(close: number): Promise<void> {
  await script.putConnection('connecting');
  script.putMarket({ ...eurusd, logo: '' });
  script.putFrame({ quotes: [{ close, timeMs: 1_800_000_000_000 }] });
  await script.putConnection('live');
  await expect
    .poll(() => [
      connection.value.status,
      engineMarket.value.status,
      live.quotes.of(eurusd.id).close.value as number | undefined,
    ])
    .toEqual(['live', 'ready', close]);
}

it('the last known prices', async () => {
  const release = live.quotes.retain(eurusd.id);
  startKeptPrices();
  const kept = () => {
    document.dispatchEvent(new Event('visibilitychange'));
    return JSON.parse(stored('kept-market') ?? 'null')?.prices[0]?.close;
  };
  await trade(112_000);
  expect(kept()).toBe(112_000);
  await play();
  await trade(130_000);
  expect(kept()).toBe(112_000);
  await nextEngine(endReplay);
  // Nothing has come of this row yet.
  await script.putConnection('live');
  script.putMarket({ ...eurusd, logo: '' });
  await expect.poll(() => [connection.value.status, engineMarket.value.status]).toEqual(['live', 'ready']);
  expect(kept()).toBe(112_000);
  release();
});

it('the favourites and whose they are', async () => {
  const own = [instrumentId(3)];
  scene.answer({ setFavourites: () => ok({ ids: own }) });
  await signIn(42);
  await expect.poll(() => stored('favourites-of')).toBe('42');
  arrangeFavourites(own);
  await expect.poll(() => stored('favourites-unsent')).toBeNull();
  await play();
  scene.clear();
  await signIn(7);
  await script.putConnection('connecting');
  await script.putConnection('live');
  await script.signOut();
  // Calls come in their order.
  void ask('getPushKey', {});
  await expect.poll(() => scene.asked('getPushKey')).toHaveLength(1);
  expect(scene.asked('getFavourites')).toEqual([]);
  expect([favourites.value, stored('favourites'), stored('favourites-of')]).toEqual([own, '3', '42']);
  await nextEngine(endReplay);
  await signIn(42);
  await expect.poll(() => scene.asked('getFavourites')).toHaveLength(1);
  expect([favourites.value, stored('favourites-of')]).toEqual([own, '42']);
});
