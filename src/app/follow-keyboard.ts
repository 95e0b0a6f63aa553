/** Less is a scroll bar. */
const LEAST_PX = 40;

/**
 * Tells style sheets what the on-screen keyboard covers. Safari knows no `interactive-widget` and leaves the page as high as
 * it was. `--keyboard` is the keyboard's height, `--panned` how far what is seen has moved down the page. Nothing is set
 * where the page itself becomes smaller, nor while it is zoomed.
 * @returns stops it
 */
export function followKeyboard(): () => void {
  const { visualViewport: seen } = window;
  if (seen === null) return () => {};
  const { style } = document.documentElement;
  const look = (): void => {
    const covered = innerHeight - seen.height;
    const isCovered = covered > LEAST_PX && Math.abs(seen.scale - 1) < 0.01;
    const wasCovered = style.getPropertyValue('--keyboard') !== '';
    // This is called at each frame of a scroll.
    if (!isCovered && !wasCovered) return;
    // The keyboard lies over the edge of the screen that `--safe-b` keeps free.
    const lengths = { '--keyboard': covered, '--panned': seen.offsetTop, '--safe-b': 0 };
    for (const [name, px] of Object.entries(lengths)) style.setProperty(name, isCovered ? `${px}px` : null);
    // The sheet with this field has just lost height.
    if (isCovered && !wasCovered)
      document.querySelector('dialog :focus')?.scrollIntoView({ block: 'nearest' });
  };
  look();
  for (const name of ['resize', 'scroll']) seen.addEventListener(name, look);
  return () => {
    for (const name of ['resize', 'scroll']) seen.removeEventListener(name, look);
  };
}
