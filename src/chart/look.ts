/** Colours and font of the charts, from the design tokens. */
export interface Look {
  readonly up: string;
  readonly down: string;
  readonly upFill: string;
  readonly downFill: string;
  readonly fillInk: string;
  readonly accent: string;
  readonly ink: string;
  readonly quietInk: string;
  readonly hairline: string;
  readonly surface: string;
  readonly raised: string;
  readonly fontFamily: string;
}

const listeners = new Set<() => void>();
let kept: Look | undefined;
let observer: MutationObserver | undefined;

/** Read once per change of theme or palette: computed styles are dear inside a frame. */
export function currentLook(): Look {
  kept ??= readLook();
  return kept;
}

/** Not made where somebody begins to listen: it would hold on to that listener, and all that it sees, after it has left. */
function tellAll(): void {
  kept = undefined;
  for (const one of [...listeners]) one();
}

/** Calls `listener` after each change of theme or palette, until the answer is called. */
export function onLookChange(listener: () => void): () => void {
  listeners.add(listener);
  if (!observer) {
    kept = undefined;
    observer = new MutationObserver(tellAll);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette', 'lang'] });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = undefined;
    kept = undefined;
  };
}

/** Tells what pictures are drawn for apart, one look and pixel density from another; needs no computed style. */
export function lookName(): string {
  const { theme, palette } = document.documentElement.dataset;
  return `${theme} ${palette} ${devicePixelRatio}`;
}

function readLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim() || style.color;
  return {
    up: token('--up'),
    down: token('--down'),
    upFill: token('--up-fill'),
    downFill: token('--down-fill'),
    fillInk: token('--fill-ink'),
    accent: token('--accent'),
    ink: token('--ink'),
    quietInk: token('--ink-3'),
    hairline: token('--hairline'),
    surface: token('--surface-0'),
    raised: token('--surface-2'),
    fontFamily: style.fontFamily,
  };
}

/** A colour of the form #rrggbb with an opacity (0 to 1); any other form stays opaque. */
export const translucent = (colour: string, opacity: number): string =>
  /^#[0-9a-f]{6}$/i.test(colour)
    ? colour +
      Math.round(opacity * 255)
        .toString(16)
        .padStart(2, '0')
    : colour;
