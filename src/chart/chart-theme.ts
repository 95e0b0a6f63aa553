/** Colours and font of the charts, read from the design tokens. */
export interface ChartTheme {
  readonly up: string;
  readonly down: string;
  readonly upFill: string;
  readonly downFill: string;
  readonly fillInk: string;
  readonly ink: string;
  readonly secondInk: string;
  readonly quietInk: string;
  readonly hairline: string;
  /** A stronger line. */
  readonly rail: string;
  readonly surface: string;
  readonly raised: string;
  readonly accent: string;
  readonly accentInk: string;
  readonly warn: string;
  /** Lines of indicators. */
  readonly series: readonly string[];
  readonly drawing: string;
  readonly fontFamily: string;
}

const listeners = new Set<() => void>();
let cached: ChartTheme | undefined;
let observer: MutationObserver | undefined;

/** The theme, read once per change of theme or palette: computed styles are expensive inside a frame. */
export function currentTheme(): ChartTheme {
  cached ??= readTheme();
  return cached;
}

/** At module level on purpose: created inside `onThemeChange`, it would keep the first listener in memory after its release. */
function notifyAll(): void {
  cached = undefined;
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` after each change of theme, palette or language; returns an unsubscribe function. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  if (!observer) {
    cached = undefined;
    observer = new MutationObserver(notifyAll);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette', 'lang'] });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = undefined;
    cached = undefined;
  };
}

/** Tells images of different themes and pixel densities apart; reads no computed style. */
export function themeKey(): string {
  const { theme, palette } = document.documentElement.dataset;
  return `${theme} ${palette} ${devicePixelRatio}`;
}

function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim() || style.color;
  return {
    up: token('--up'),
    down: token('--down'),
    upFill: token('--up-fill'),
    downFill: token('--down-fill'),
    fillInk: token('--fill-ink'),
    ink: token('--ink'),
    secondInk: token('--ink-2'),
    quietInk: token('--ink-3'),
    hairline: token('--hairline'),
    rail: token('--rail'),
    surface: token('--surface-0'),
    raised: token('--surface-2'),
    accent: token('--accent'),
    accentInk: token('--accent-ink'),
    warn: token('--warn'),
    series: [token('--series-1'), token('--series-2'), token('--series-3')],
    drawing: token('--mark'),
    fontFamily: style.fontFamily,
  };
}

/** A colour of the form #rrggbb with an opacity from 0 to 1; any other form stays opaque. */
export const translucent = (colour: string, opacity: number): string =>
  /^#[0-9a-f]{6}$/i.test(colour)
    ? colour +
      Math.round(opacity * 255)
        .toString(16)
        .padStart(2, '0')
    : colour;
