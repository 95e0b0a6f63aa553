/*
 * Tells the recorder what the user does: screens, taps, scrolling, and errors of the console. Loaded after the first
 * paint. Typed text and labels are left out; the recorder masks the rest.
 */
import { effect } from '@preact/signals-react';
import type { PageRecord, TappedElement } from '../../shared/bridge/recording.ts';
import { withoutPrivate } from '../../shared/private-text.ts';
import { later } from '../clock.ts';
import { pageClock } from '../link/page-clock.ts';
import { textOfChoice } from './choice-values.ts';
import { choices } from './choices.ts';
import { lookForKept } from './kept-recordings.ts';
import { offerLasting } from './lasting-choices.ts';
import { link } from './link.ts';
import { factsOf } from './page-errors.ts';
import { pageFacts } from './page-facts.ts';
import { isReplay } from './replay-source.ts';
import { forgetScreen, REPORT_PATH, rememberScreen } from './screen-picture.ts';
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
  // Kept: each new worker keeps the last minutes as well.
  link().keep('made', async (engine) => {
    if (!isReplay()) await engine.keepRecording(pageFacts());
  });
  watchRoutes();
  addEventListener('pointerdown', notePress, { capture: true, passive: true });
  addEventListener('click', noteTap, { capture: true, passive: true });
  watchChoices();
  watchScrolls();
  watchConsole();
  void lookForKept();
}

/** Nobody records a replay. */
function send(record: PageRecord): void {
  if (!isReplay()) link().send((engine) => engine.pageRecord(record));
}

function watchRoutes(): void {
  let sent = '';
  const note = (): void => {
    const path = location.pathname + location.search;
    if (path === sent || isReplay()) return;
    if (sent === REPORT_PATH) forgetScreen();
    sent = path;
    // Kept: the recorder of a new worker begins with the screen, too.
    link().keep('route', (engine) => engine.pageRecord({ event: 'route', path }));
  };
  // The router fires the events of the history's two calls.
  for (const name of ['popstate', 'pushState', 'replaceState']) addEventListener(name, note);
  note();
}

/** The choices of a screen begin again when it opens: they are sent where they differ from what was sent last. */
function watchChoices(): void {
  offerLasting();
  const sent = new Map<string, string>();
  effect(() => {
    for (const [name, choice] of choices.value) {
      const value = textOfChoice(choice);
      if (sent.get(name) === value || isReplay()) continue;
      sent.set(name, value);
      // Kept: the recorder of a new worker begins with it.
      link().keep(`choice ${name}`, (engine) => engine.pageRecord({ event: 'choice', name, value }));
    }
  });
}

const CONTROL = 'a,button,input,select,textarea,label,summary,canvas,[role]';

const controlAt = (target: EventTarget | null): Element | undefined =>
  target instanceof Element ? (target.closest(CONTROL) ?? target) : undefined;

/** The control under the finger, described while the finger rests there: the answer to the tap does not wait for that. */
let pressed: { readonly control: Element; readonly element: TappedElement } | undefined;
let cancelPress = (): void => {};
/** What the label that was tapped last presses as well. */
let labelled: Element | null = null;

function notePress({ target }: PointerEvent): void {
  const control = controlAt(target);
  pressed = undefined;
  cancelPress();
  const describe = (): void => {
    if (control?.isConnected) pressed = { control, element: describeElement(control) };
  };
  // After the frame that answers the touch itself.
  cancelPress = pageClock.frame(() => {
    cancelPress = later(0, describe);
  });
}

function noteTap({ target, clientX, clientY }: MouseEvent): void {
  const control = controlAt(target);
  if (!control) return;
  // The browser reports a tap on a label a second time, on the label's control.
  const isReported = control === labelled;
  labelled = control instanceof HTMLLabelElement ? control.control : null;
  if (isReported) return;
  cancelPress();
  if (control.getAttribute('href') === REPORT_PATH) rememberScreen();
  send({
    event: 'tap',
    ...(clientX === 0 && clientY === 0
      ? middleOf(control)
      : { x: clientX / innerWidth, y: clientY / innerHeight }),
    element: pressed?.control === control ? pressed.element : describeElement(control),
  });
}

/** Where a key presses a control, as a part of the page. */
function middleOf(control: Element): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = control.getBoundingClientRect();
  return { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight };
}

function watchScrolls(): void {
  let isDue = true;
  let scroller: Element | null = null;
  let toldY = 0;
  const note = (): void => {
    const y = scroller?.scrollTop ?? 0;
    if (y === toldY) return;
    toldY = y;
    send({ event: 'scroll', y });
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
    send({ event: 'console', message });
  };
}
