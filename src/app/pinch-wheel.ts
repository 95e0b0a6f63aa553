/** Sent by WebKit only. */
interface Pinch extends MouseEvent {
  /** Since it began. */
  readonly scale: number;
}

/**
 * Turns a pinch on a trackpad into the wheel event with Ctrl that other browsers send. Safari sends events of its own, and
 * zooms the page unless they are prevented; this prevents them where the wheel event is prevented.
 * @returns stops it
 */
export function sendPinchAsWheel(): () => void {
  // On a touch screen the chart follows the fingers themselves.
  if (navigator.maxTouchPoints > 0) return () => {};
  let before = 1;
  const pinch = (event: Event): void => {
    const { type, target, scale, clientX, clientY } = event as Pinch;
    if (type === 'gesturestart') before = scale;
    const wheel = new WheelEvent('wheel', {
      bubbles: true,
      cancelable: true,
      ctrlKey: true,
      // As browsers compute it.
      deltaY: 100 * Math.log(before / scale),
      clientX,
      clientY,
    });
    before = scale;
    if (target?.dispatchEvent(wheel) === false) event.preventDefault();
  };
  for (const name of ['gesturestart', 'gesturechange']) addEventListener(name, pinch, { passive: false });
  return () => {
    for (const name of ['gesturestart', 'gesturechange']) removeEventListener(name, pinch);
  };
}
