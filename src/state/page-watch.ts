/*
 * Tells the recorder what the user does: screens, taps, scrolling, and errors of the console. Loaded after the first
 * paint. Typed text and labels are left out; the recorder masks the rest.
 */
import type { PageRecord } from '../../shared/bridge/recording.ts';
import { withoutPrivate } from '../../shared/private-text.ts';
import { later } from '../clock.ts';
import { link } from './link.ts';
import { factsOf } from './page-errors.ts';
import { isReplay } from './replay-source.ts';
import { describeElement } from './tapped-element.ts';

/** A scroll is recorded at most this often, and once more when it ends. */
const SCROLL_MS = 500;
/** An error in each animation frame must not push everything else out of the ring. */
const MAX_CONSOLE = 20;

let isWatching = false;

/** Begins with the current screen; lasts as long as the page. Safe to call again. */
export function watchPage(): void {
  if (isWatching) return;
  isWatching = true;
  watchRoutes();
  addEventListener('click', noteTap, { capture: true, passive: true });
  watchScrolls();
  watchConsole();
}

/** Nobody records a replay. */
function tell(record: PageRecord): void {
  if (!isReplay()) link().tell((engine) => engine.pageRecord(record));
}

function watchRoutes(): void {
  let told = '';
  const note = (): void => {
    const path = location.pathname + location.search;
    if (path === told || isReplay()) return;
    told = path;
    // Kept: the recorder of a new worker begins with the screen, too.
    link().keep('route', (engine) => engine.pageRecord({ event: 'route', path }));
  };
  // The router fires the events of the history's two calls.
  for (const name of ['popstate', 'pushState', 'replaceState']) addEventListener(name, note);
  note();
}

const CONTROL = 'a,button,input,select,textarea,label,summary,canvas,[role]';

function noteTap({ target, clientX, clientY }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const control = target.closest(CONTROL) ?? target;
  // A key presses a control without a place.
  const { left, top, width, height } = control.getBoundingClientRect();
  const isKey = clientX === 0 && clientY === 0;
  tell({
    event: 'tap',
    x: (isKey ? left + width / 2 : clientX) / innerWidth,
    y: (isKey ? top + height / 2 : clientY) / innerHeight,
    element: describeElement(control),
  });
}

function watchScrolls(): void {
  let isDue = true;
  let scroller: Element | null = null;
  let toldY = 0;
  const note = (): void => {
    const y = scroller?.scrollTop ?? 0;
    if (y === toldY) return;
    toldY = y;
    tell({ event: 'scroll', y });
  };
  addEventListener(
    'scroll',
    ({ target }) => {
      const moved = target === document ? document.scrollingElement : target;
      if (!(moved instanceof Element) || (target !== document && !moved.hasAttribute('data-scroll'))) return;
      scroller = moved;
      if (!isDue) return;
      isDue = false;
      later(SCROLL_MS, () => {
        isDue = true;
        note();
      });
    },
    { capture: true, passive: true },
  );
}

function watchConsole(): void {
  const write = console.error.bind(console);
  let count = 0;
  console.error = (...args: unknown[]) => {
    write(...args);
    if (count >= MAX_CONSOLE) return;
    count++;
    const [first] = args;
    const message = first instanceof Error ? factsOf(first).message : withoutPrivate(String(first));
    tell({ event: 'console', message });
  };
}
