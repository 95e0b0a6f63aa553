/**
 * Lets two thumbs tap the buttons of `box` at once. While a second finger is down browsers make no click of either touch, so
 * here such a touch clicks the button on which it began and ended. A touch leaves the focus, and with it the keyboard, in its
 * field: when they go the buttons move, and the browser makes no click of a touch that ends beside the button.
 * A callback for the `ref` of the box.
 * @returns removes the listeners
 */
export function answerThumbs(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return undefined;
  /** The fingers on the page, each with the button on which it came down. */
  const down = new Map<number, HTMLButtonElement | undefined>();
  const crowded = new Set<number>();
  const answered = new Set<number>();
  let isMouse = false;
  const listeners = new AbortController();
  const on = <K extends 'pointerdown' | 'pointerup' | 'pointercancel' | 'mousedown' | 'click'>(
    type: K,
    run: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(type, run, { signal: listeners.signal, capture: true });
  const buttonOf = (target: EventTarget | null): HTMLButtonElement | undefined => {
    const button = target instanceof Element ? target.closest('button') : null;
    return button !== null && box.contains(button) ? button : undefined;
  };
  const lift = (id: number): void => {
    down.delete(id);
    crowded.delete(id);
  };
  on('pointerdown', ({ pointerId, pointerType, isPrimary, target }) => {
    isMouse = pointerType === 'mouse';
    if (pointerType !== 'touch') return;
    // The first finger of all: whatever is still noted has been lifted.
    if (isPrimary) for (const notes of [down, crowded, answered]) notes.clear();
    down.set(pointerId, buttonOf(target));
    if (down.size > 1) for (const id of down.keys()) crowded.add(id);
  });
  on('pointerup', ({ pointerId, clientX, clientY }) => {
    const button = crowded.has(pointerId) ? down.get(pointerId) : undefined;
    lift(pointerId);
    if (button === undefined || !button.contains(document.elementFromPoint(clientX, clientY))) return;
    answered.add(pointerId);
    button.click();
  });
  on('pointercancel', ({ pointerId }) => lift(pointerId));
  on('mousedown', (event) => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (isTyping && !isMouse && buttonOf(event.target)) event.preventDefault();
  });
  // A browser may make a click of one of them all the same.
  on('click', (event) => {
    if (!(event instanceof PointerEvent) || !event.isTrusted || !answered.delete(event.pointerId)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => listeners.abort();
}
