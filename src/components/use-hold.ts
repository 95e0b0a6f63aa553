import { useEffect } from 'react';
import { later } from '../clock.ts';

const HOLD_MS = 450;
/** A finger that rests moves less. */
const SLACK_PX = 10;

/**
 * Calls `onHold` with a target that is held, or whose context menu is requested by mouse or keyboard. The click that ends a
 * hold is stopped before any handler gets it.
 * @param targetOf what an event is about; null for all else. Neither function may change from render to render
 */
export function useHold<T>(targetOf: (event: Event) => T | null, onHold: (target: T) => void): void {
  useEffect(() => {
    let cancel = (): void => {};
    let from = { x: 0, y: 0 };
    let isDown = false;
    let isHeld = false;
    const down = (event: PointerEvent): void => {
      cancel();
      isDown = true;
      isHeld = false;
      const held = targetOf(event);
      if (held === null || !event.isPrimary || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY };
      cancel = later(HOLD_MS, () => {
        isHeld = true;
        onHold(held);
      });
    };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > SLACK_PX) cancel();
    };
    const end = (): void => {
      isDown = false;
      cancel();
    };
    const click = (event: MouseEvent): void => {
      // By then it may land on the sheet that the hold has opened. A key's click has no detail.
      if (!isHeld || event.detail === 0) return;
      isHeld = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const menu = (event: MouseEvent): void => {
      const held = targetOf(event);
      if (held === null) return;
      event.preventDefault();
      cancel();
      // A phone asks for it during a hold as well.
      if (!isHeld) onHold(held);
      isHeld = isDown;
    };
    const listening = new AbortController();
    const listeners = { pointerdown: down, pointermove: move, pointerup: end, pointercancel: end, click };
    for (const [name, listen] of Object.entries({ ...listeners, contextmenu: menu }))
      document.addEventListener(name, listen as EventListener, { capture: true, signal: listening.signal });
    return () => {
      cancel();
      listening.abort();
    };
  }, [targetOf, onHold]);
}
