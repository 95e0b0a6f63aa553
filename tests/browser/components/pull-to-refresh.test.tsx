import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PullToRefresh } from '../../../src/components/PullToRefresh.tsx';
import { fakeTimers, nextFrame, only, pass, render } from './render.tsx';

beforeEach(() => void fakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const show = (onRefresh: () => Promise<void>, height = 300) =>
  render(
    <PullToRefresh onRefresh={onRefresh}>
      <div style={{ height }}>list</div>
    </PullToRefresh>,
  );

const host = () => only('[aria-busy]');

/** One finger moves down by `distance` from the top of the content and is lifted. */
function pull(distance: number, onTheWay = () => {}, target = host()): void {
  const touch = (clientY: number) => new Touch({ identifier: 1, target, clientX: 100, clientY });
  const fire = (type: string, clientY: number, touches: Touch[]) =>
    target.dispatchEvent(
      new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: [touch(clientY)] }),
    );
  fire('touchstart', 100, [touch(100)]);
  onTheWay();
  for (let y = 0; y <= distance; y += 20) fire('touchmove', 100 + y, [touch(100 + y)]);
  fire('touchend', 100 + distance, []);
}

const refreshing = () => host().getAttribute('aria-busy') === 'true';

describe('pulling down at the top', () => {
  // spec: 2.16 9.11
  it('shows the indicator for at least half a second, even for a fast refresh', async () => {
    let calls = 0;
    await show(async () => void calls++);
    pull(200);
    await expect.poll(refreshing).toBe(true);
    pass(490);
    await nextFrame();
    expect(refreshing()).toBe(true);
    pass(10);
    await expect.poll(refreshing).toBe(false);
    expect(calls).toBe(1);
  });

  it('shows the indicator until the refresh is done', async () => {
    let answer = () => {};
    await show(() => new Promise((resolve) => (answer = resolve)));
    pull(200);
    pass(800);
    await nextFrame();
    expect(refreshing()).toBe(true);
    answer();
    await expect.poll(refreshing).toBe(false);
  });

  it('does nothing for a short pull', async () => {
    let calls = 0;
    await show(async () => void calls++);
    pull(80);
    pass(500);
    await nextFrame();
    expect([calls, refreshing()]).toEqual([0, false]);
  });

  it('does nothing in the middle of the page', async () => {
    let calls = 0;
    await show(async () => void calls++, 4_000);
    window.scrollTo(0, 500);
    pull(200);
    await nextFrame();
    expect(calls).toBe(0);
    // Also not if the same finger first scrolls back to the top.
    pull(200, () => window.scrollTo(0, 0));
    await nextFrame();
    expect(calls).toBe(0);
  });

  it('does nothing in a sheet above the content, where something else may be dragged', async () => {
    let calls = 0;
    await render(
      <PullToRefresh onRefresh={async () => void calls++}>
        <dialog open>
          <button type="button">handle</button>
        </dialog>
      </PullToRefresh>,
    );
    pull(200, () => {}, only('dialog button'));
    await nextFrame();
    expect([calls, refreshing()]).toEqual([0, false]);
    pull(200);
    await expect.poll(() => calls).toBe(1);
  });

  it('ends the indicator when the refresh fails', async () => {
    await show(() => Promise.reject(new Error('no')));
    pull(200);
    await expect.poll(refreshing).toBe(true);
    pass(500);
    await expect.poll(refreshing).toBe(false);
  });
});
