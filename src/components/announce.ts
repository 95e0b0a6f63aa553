import { later } from '../clock.ts';

/** A screen reader says only what is added to a region that it has known for a moment. */
const KNOWN_MS = 150;

let waiting: string[] = [];
let isUrgent = false;
let region: HTMLElement | undefined;
/** Closed, since the page shows these texts already: searching it finds each of them once. */
let lines: ShadowRoot | undefined;

/** Has screen readers say a text, after what they are saying or, where it is urgent, at once. */
export function announce(text: string, isUrgentText: boolean): void {
  isUrgent ||= isUrgentText;
  if (waiting.includes(text)) return;
  if (waiting.push(text) === 1) later(KNOWN_MS, say);
}

/** Screen readers read nothing behind a modal dialog, so the region moves into the topmost one and back. */
function say(): void {
  if (region === undefined) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    // Not by the page's height: below it, it would make a short page scroll.
    region.style.position = 'fixed';
    region.setAttribute('role', 'log');
    lines = region.attachShadow({ mode: 'closed' });
  }
  const top = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;
  if (region.parentNode !== top || top.dataset['phase'] === 'closing') {
    lines?.replaceChildren();
    top.append(region);
    later(KNOWN_MS, say);
    return;
  }
  region.setAttribute('aria-live', isUrgent ? 'assertive' : 'polite');
  lines?.replaceChildren(
    ...waiting.map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    }),
  );
  waiting = [];
  isUrgent = false;
}
