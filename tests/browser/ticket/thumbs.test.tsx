import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OrderRequest } from '../../../shared/bridge/worker-api.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { aPosition } from '../../helpers/orders.ts';
import { touch } from '../chart/candle-scene.ts';
import { nextFrame } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { fates, prepareTicketScene, show } from './ticket-scene.tsx';

prepareTicketScene();

let clicks: Event[] = [];
const note = (event: Event) => void clicks.push(event);
beforeEach(async () => {
  confirmOrders.value = false;
  await show();
  clicks = [];
  addEventListener('click', note);
});
afterEach(() => {
  removeEventListener('click', note);
});

type Place = readonly [number, number];

function middleOf(name: RegExp): Place {
  const { left, top, width, height } = page.getByRole('button', { name }).element().getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
const thumbs = (): readonly [Place, Place] => [middleOf(/^Sell/), middleOf(/^Buy/)];

const sideOf = ({ args: [order] }: Pick<script.ScriptedCall, 'args'>) => (order as OrderRequest).side;

/** Both orders arrive, and are filled. */
async function fillBoth(): Promise<void> {
  const calls = [await script.nextCall('submitOrder'), await script.nextCall('submitOrder')];
  expect(calls.map(sideOf).sort()).toEqual(['buy', 'sell']);
  await vi.waitFor(() => expect(fates()).toEqual(['sent', 'sent']));
  await nextFrame();
  // The next tap is an order of its own.
  expect(document.querySelector('[aria-busy]')).toBeNull();
  for (const [nth, call] of calls.entries()) call.answer({ ok: true, value: aPosition({ id: 9 + nth }) });
  await vi.waitFor(() => expect(fates()).toEqual(['executed', 'executed']));
  expect(clicks).toHaveLength(2);
}

describe('two thumbs', () => {
  it('whose taps overlap send both orders, once each', async () => {
    const [sell, buy] = thumbs();
    await touch('touchStart', sell);
    await touch('touchStart', sell, buy);
    await touch('touchEnd');
    await fillBoth();
  });

  it('send nothing from a button that one of them left before it was lifted', async () => {
    const [sell, buy] = thumbs();
    await touch('touchStart', sell);
    await touch('touchStart', sell, buy);
    await touch('touchMove', buy, buy);
    await touch('touchEnd');
    const call = await script.nextCall('submitOrder');
    expect(sideOf(call)).toBe('buy');
    call.answer({ ok: true, value: aPosition({ id: 9 }) });
    await vi.waitFor(() => expect(fates()).toEqual(['executed']));
    expect(clicks).toHaveLength(1);
  });

  it('that tap one after the other send one order each', async () => {
    for (const at of thumbs()) {
      await touch('touchStart', at);
      await touch('touchEnd');
    }
    await fillBoth();
  });
});
