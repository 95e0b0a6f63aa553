import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ok } from '../../../shared/result.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { untilStill } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import {
  closed,
  hold,
  pending,
  position,
  prepareOrderScene,
  renderCount,
  rows,
  showHeld,
  tab,
} from './order-scene.tsx';

prepareOrderScene();
beforeEach(() => {
  confirmOrders.value = false;
});

const articles = () => [...document.querySelectorAll('article')];
/** The lots of each row, or that its order is over. */
const said = () =>
  articles().map(
    ({ textContent }) => /Closed|Ended/.exec(textContent)?.[0] ?? /\d\.\d\d/.exec(textContent)?.[0],
  );
const tops = () => articles().map((row) => row.getBoundingClientRect().top);
/** A position of as many hundredths of a lot as its id. */
const sized = (id: number) => position(id, { volume: id * 100 });

function touch(target: Element | null): void {
  target?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
}

/** Taps the row's button; the returned function taps once more at the same place. */
function tapRow(row: number): () => void {
  const box = articles()[row]?.querySelector('[data-variant]')?.getBoundingClientRect() ?? new DOMRect();
  const tap = (): void => {
    const target = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    touch(target);
    target?.closest('button')?.click();
  };
  tap();
  return tap;
}

describe('with one-tap trading', () => {
  it('the second of two taps on "Close" meets the closed row, not the position that would follow', async () => {
    await showHeld([1, 2, 3].map(sized));
    await expect.poll(said).toEqual(['0.03', '0.02', '0.01']);
    const places = tops();
    const again = tapRow(0);
    const call = await script.nextCall('closeOrder');
    expect(call.args[0]).toBe(3);
    call.answer(ok(closed(3)));
    await hold([1, 2].map(sized));
    await untilStill(renderCount);
    again();
    expect(script.calls).toEqual([]);
    await expect.poll(said).toEqual(['Closed', '0.02', '0.01']);
    expect(page.getByRole('button', { name: 'EUR/USD, details' }).first().element()).toBeDisabled();
    // One position is left, and "Close all" stands above it until the rows may move.
    await hold([sized(2)]);
    await expect.poll(said).toEqual(['Closed', '0.02', 'Closed']);
    expect(tops()).toEqual(places);
    await expect.poll(said, { timeout: 5_000 }).toEqual(['0.02']);
    expect(page.getByRole('button', { name: 'Close all' }).query()).toBeNull();
  });

  it('the same for "Cancel" of a pending order, and the last row goes too', async () => {
    await showHeld([], [pending(4), pending(5)]);
    await userEvent.click(tab(/Pending/));
    await expect.poll(rows).toBe(2);
    const again = tapRow(0);
    const call = await script.nextCall('cancelOrder');
    expect(call.args[0]).toBe(5);
    call.answer(ok(undefined));
    await hold([], [pending(4)]);
    await untilStill(renderCount);
    again();
    expect(script.calls).toEqual([]);
    await expect.poll(said).toEqual(['Ended', '0.10']);
    await hold([]);
    await expect.poll(said).toEqual(['Ended', 'Ended']);
    await expect.element(page.getByText('No pending orders'), { timeout: 5_000 }).toBeVisible();
  });

  it('a new position comes last, and to the top once nothing was touched for two seconds', async () => {
    await showHeld([1, 2].map(sized));
    const places = tops();
    await hold([1, 2, 3].map(sized));
    await expect.poll(said).toEqual(['0.02', '0.01', '0.03']);
    expect(tops().slice(0, 2)).toEqual(places);
    const from = performance.now();
    const drum = setInterval(() => touch(document.body), 200);
    await vi.waitFor(() => expect(performance.now() - from).toBeGreaterThan(2_600), { timeout: 5_000 });
    expect(said()).toEqual(['0.02', '0.01', '0.03']);
    clearInterval(drum);
    await expect.poll(said, { timeout: 5_000 }).toEqual(['0.03', '0.02', '0.01']);
  });
});

it('with confirmations a row goes and comes at once: the question names its order', async () => {
  confirmOrders.value = true;
  await showHeld([1, 2].map(sized));
  await hold([1, 3].map(sized));
  await expect.poll(said, { timeout: 500 }).toEqual(['0.03', '0.01']);
});
