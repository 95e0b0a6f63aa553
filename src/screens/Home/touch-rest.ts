import { later } from '../../clock.ts';

/** Nothing moves while, or shortly after, somebody touches it. */
const REST_MS = 5_000;

const TOUCHES = ['pointerdown', 'scroll', 'focusin', 'keydown'] as const;

/** Follows touches of `target` and of what is in it. */
export function followTouch(target: EventTarget) {
  let cancelRest: (() => void) | undefined;
  const touch = (): void => {
    cancelRest?.();
    cancelRest = later(REST_MS, () => {
      cancelRest = undefined;
    });
  };
  for (const event of TOUCHES) target.addEventListener(event, touch, { passive: true, capture: true });
  return {
    isTouched: () => cancelRest !== undefined,
    stop(): void {
      cancelRest?.();
      for (const event of TOUCHES) target.removeEventListener(event, touch, { capture: true });
    },
  };
}
