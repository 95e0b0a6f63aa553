import { expect, it } from 'vitest';
import { createPace } from '../../../src/link/pace.ts';

it('draws no tick in the frame of a touch that a control keeps to itself', () => {
  const frames: (() => void)[] = [];
  const frame = (run: () => void) => {
    frames.push(run);
    return () => {};
  };
  const { tickFrame, followTouches } = createPace({ nowMs: () => 0, after: () => () => {}, frame });
  const page = document.createElement('div');
  const control = document.createElement('button');
  page.append(control);
  followTouches(page);
  control.addEventListener('pointerdown', (event) => event.stopPropagation());
  let drawn = 0;
  const paintTick = () => {
    tickFrame(() => drawn++);
    for (const run of frames.splice(0)) run();
  };
  paintTick();
  expect(drawn).toBe(1);
  control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  paintTick();
  expect(drawn).toBe(1);
});
