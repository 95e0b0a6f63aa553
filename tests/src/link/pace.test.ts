import { describe, expect, test } from 'vitest';
import { createPace } from '../../../src/link/pace.ts';
import { manualClock } from '../manual-clock.ts';

function pageOf() {
  const clock = manualClock(0);
  const page = new EventTarget();
  const drawn: number[] = [];
  const { tickFrame, followTouches } = createPace(clock);
  followTouches(page);
  return {
    drawn,
    tick: () => tickFrame(() => drawn.push(clock.nowMs())),
    touch(...names: readonly string[]) {
      for (const name of names) page.dispatchEvent(new Event(name));
    },
    /** Paints a frame at a moment, in which the page works for this long. */
    async paint(atMs: number, costMs = 2) {
      await clock.pass(atMs - clock.nowMs());
      clock.paint();
      clock.sleep(costMs);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

describe('a scheduled draw', () => {
  test('runs in the next frame, together with all others', async () => {
    const { tick, paint, drawn } = pageOf();
    tick();
    tick();
    await paint(16);
    expect(drawn).toEqual([16, 16]);
    tick();
    await paint(32);
    expect(drawn).toEqual([16, 16, 32]);
  });

  test('does not run after it was cancelled', async () => {
    const { tick, paint, drawn } = pageOf();
    const cancel = tick();
    tick();
    cancel();
    await paint(16);
    expect(drawn).toEqual([16]);
  });

  test('does not run after another one of its frame cancelled it', async () => {
    const clock = manualClock(0);
    const { tickFrame } = createPace(clock);
    const drawn: string[] = [];
    let cancel = () => {};
    tickFrame(() => cancel());
    cancel = tickFrame(() => drawn.push('cancelled'));
    await clock.pass(16);
    clock.paint();
    expect(drawn).toEqual([]);
  });

  test('leaves the frames of a slow phone to a finger that drags, but for one in 250 ms', async () => {
    const { tick, touch, paint, drawn } = pageOf();
    tick();
    await paint(16, 40);
    touch('pointerdown');
    for (let at = 64; at <= 336; at += 16) {
      tick();
      touch('pointermove');
      await paint(at);
    }
    expect(drawn.length).toBeGreaterThan(1);
    expect(drawn.filter((at) => at > 16 && at < 266)).toEqual([]);
  });

  test('waits for the frame of a touch and the next one, and for a resting finger', async () => {
    const { tick, touch, paint, drawn } = pageOf();
    tick();
    touch('pointerdown');
    await paint(16);
    await paint(32);
    await paint(48);
    touch('pointerup', 'click');
    await paint(64);
    expect(drawn).toEqual([]);
    await paint(80);
    await paint(96);
    expect(drawn).toEqual([96]);
  });

  test('continues when the touch becomes a scroll', async () => {
    const { tick, touch, paint, drawn } = pageOf();
    tick();
    touch('pointerdown');
    await paint(16);
    touch('pointercancel');
    await paint(32);
    expect(drawn).toEqual([32]);
  });

  test('waits for at most 150 ms, however fast the user taps', async () => {
    const { tick, touch, paint, drawn } = pageOf();
    tick();
    for (let at = 16; at <= 176; at += 16) {
      touch('pointerdown', 'pointerup', 'click');
      await paint(at);
    }
    expect(drawn).toEqual([160]);
  });

  test('rests after a slow frame, so that touches find the page free', async () => {
    const { tick, paint, drawn } = pageOf();
    tick();
    await paint(16, 30);
    tick();
    await paint(48);
    expect(drawn).toEqual([16]);
    await paint(64);
    await paint(80);
    expect(drawn).toEqual([16, 64]);
  });

  test('rests longer after a tap, for the work it starts, but not after a scroll', async () => {
    for (const [ends, next] of [
      ['click', 248],
      ['pointercancel', 56],
    ] as const) {
      const { tick, touch, paint, drawn } = pageOf();
      touch('pointerdown', ends);
      await paint(16);
      await paint(120);
      tick();
      await paint(136, 40);
      tick();
      for (let at = 192; at <= 416; at += 16) await paint(at);
      expect(drawn).toEqual([136, 136 + next]);
    }
  });

  test('continues within 150 ms after a sleep during a frame', async () => {
    const { tick, paint, drawn } = pageOf();
    tick();
    await paint(16, 3_600_000);
    tick();
    await paint(3_600_032);
    await paint(3_600_176);
    await paint(3_600_192);
    expect(drawn).toEqual([16, 3_600_176]);
  });

  test('stops resting once a frame is fast again', async () => {
    const { tick, paint, drawn } = pageOf();
    tick();
    await paint(16, 30);
    tick();
    await paint(1_000);
    tick();
    await paint(1_016);
    expect(drawn).toEqual([16, 1_000, 1_016]);
  });

  test('is measured in one of sixteen frames while they are fast, since each measurement costs a message', async () => {
    const { tick, paint, drawn } = pageOf();
    tick();
    await paint(16);
    tick();
    await paint(32, 30);
    tick();
    await paint(64);
    expect(drawn).toEqual([16, 32, 64]);
  });
});
