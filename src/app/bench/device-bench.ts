/*
 * The page `/bench`: a benchmark for the device that opens it. The server adds this file to the app's page where it is
 * allowed; no other part of the app knows of it. A seeded recording runs through the real engine and the real list while the
 * list scrolls; the figures are those of the head-up display. In English only, since engineers read it.
 */
import type { DeviceResult } from './device-result.ts';

const USUAL_SECONDS = 120;

const asked = Number(new URLSearchParams(location.search).get('seconds'));
const seconds = Number.isInteger(asked) && asked > 0 ? Math.min(asked, 3_600) : USUAL_SECONDS;
// The list is at another path; a reload of it is the app again.
history.replaceState(null, '', '/');

const panel = document.createElement('section');
panel.setAttribute('aria-label', 'Benchmark');
Object.assign(panel.style, {
  position: 'fixed',
  inset: 'auto 0 0 0',
  zIndex: '1000',
  maxHeight: '70dvh',
  overflow: 'auto',
  padding: '16px',
  background: '#000',
  color: '#fff',
  fontSize: '20px',
});
document.body.append(panel);
show([title('Is this device fast enough?'), text(`Takes ${seconds} s. Leave the page open.`)]);
panel.append(button('Start', () => void run()));

async function run(): Promise<void> {
  show([text('Starting')]);
  // Later, since the path above has to be replaced before the app reads it.
  const { runTape } = await import('./device-run.ts');
  const result = await runTape(seconds, (elapsed, { framesPerSecond }) =>
    show([text(`${elapsed} of ${seconds} s`), text(`${framesPerSecond} frames/s`)]),
  );
  finish(result);
}

function finish(result: DeviceResult): void {
  const json = JSON.stringify(result, undefined, 2);
  const rows = Object.entries(result.figures).map(([name, { unit, value }]) =>
    text(`${name}: ${value === null ? '--' : `${value} ${unit}`}`),
  );
  const area = document.createElement('textarea');
  area.value = json;
  area.readOnly = true;
  area.setAttribute('aria-label', 'Result');
  area.style.inlineSize = '100%';
  // A form: the page itself makes no requests.
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/bench/results';
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'result';
  field.value = json;
  form.append(
    field,
    button('Send to the server', () => form.submit()),
  );
  const copy = button('Copy', () => {
    area.select();
    // The newer `navigator.clipboard` is missing on pages without HTTPS, as on a phone in the local network.
    copy.textContent = document.execCommand('copy') ? 'Copied' : 'Copy the text above';
  });
  show([title(result.answer), ...rows, area, copy, form]);
}

function show(parts: readonly Node[]): void {
  panel.replaceChildren(...parts);
}

function title(content: string): Node {
  return element('h2', content);
}

function text(content: string): Node {
  return element('p', content);
}

function button(label: string, onClick: () => void): Node {
  const made = element('button', label);
  Object.assign(made.style, {
    minBlockSize: '48px',
    paddingInline: '16px',
    border: '1px solid',
    color: '#fff',
  });
  made.setAttribute('type', 'button');
  made.addEventListener('click', onClick);
  return made;
}

function element(tag: string, content: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = content;
  return made;
}
