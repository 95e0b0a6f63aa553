import { useEffect } from 'react';

/** From here on it is known whether the finger scrolls or swipes. */
const LOCK_PX = 10;
const OPEN_PX = 64;
const MAX_PX = 112;

type Swipe =
  | { readonly status: 'none' }
  | { readonly status: 'begun'; readonly link: HTMLAnchorElement; readonly x: number; readonly y: number }
  | {
      readonly status: 'swiping';
      readonly link: HTMLAnchorElement;
      readonly x: number;
      readonly way: number;
    };

const NONE: Swipe = { status: 'none' };

/**
 * Calls with the link of a row of the list that a finger moves sideways, to either side. Rows scroll up and down by
 * themselves (`touch-action`), and a movement that begins that way never becomes a swipe.
 * @param hint what the row uncovers while it moves
 */
export function useRowSwipe(hint: string, onSwiped: (link: HTMLAnchorElement) => void): void {
  useEffect(() => {
    let swipe: Swipe = NONE;
    const down = (event: PointerEvent): void => {
      end();
      const link = event.pointerType === 'mouse' || !event.isPrimary ? undefined : rowLink(event.target);
      if (link) swipe = { status: 'begun', link, x: event.clientX, y: event.clientY };
    };
    const move = ({ clientX, clientY, isPrimary }: PointerEvent): void => {
      if (swipe.status === 'none' || !isPrimary) return;
      const way = clientX - swipe.x;
      if (swipe.status === 'begun') {
        const across = Math.abs(clientY - swipe.y);
        if (Math.max(Math.abs(way), across) < LOCK_PX) return;
        swipe = across >= Math.abs(way) ? NONE : { ...swipe, status: 'swiping', way };
      } else swipe = { ...swipe, way };
      if (swipe.status === 'swiping') show(swipe.link, way, hint);
    };
    const end = (): void => {
      if (swipe.status === 'swiping') putBack(swipe.link);
      swipe = NONE;
    };
    const up = (): void => {
      const done = swipe;
      end();
      if (done.status === 'swiping' && Math.abs(done.way) >= OPEN_PX) onSwiped(done.link);
    };
    const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: end };
    const all = Object.entries(listeners);
    for (const [name, listen] of all) document.addEventListener(name, listen as EventListener, true);
    return () => {
      end();
      for (const [name, listen] of all) document.removeEventListener(name, listen as EventListener, true);
    };
  }, [hint, onSwiped]);
}

const rowLink = (target: EventTarget | null): HTMLAnchorElement | undefined =>
  (target instanceof Element &&
    target.closest<HTMLAnchorElement>('li[aria-posinset] a[href^="/trade?id="]')) ||
  undefined;

/** Styles alone, without a render: rows are elements that other instruments take over. */
function show(link: HTMLAnchorElement, way: number, hint: string): void {
  const row = link.parentElement;
  if (row === null) return;
  row.dataset['swipe'] = hint;
  row.dataset['side'] = way > 0 ? 'left' : 'right';
  row.toggleAttribute('data-armed', Math.abs(way) >= OPEN_PX);
  link.style.transform = `translateX(${Math.max(-MAX_PX, Math.min(MAX_PX, way))}px)`;
}

function putBack(link: HTMLAnchorElement): void {
  link.style.removeProperty('transform');
  for (const name of ['data-swipe', 'data-side', 'data-armed']) link.parentElement?.removeAttribute(name);
}
