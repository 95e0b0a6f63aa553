import { afterEach, expect } from 'vitest';

/*
 * The rule of docs/performance/touch-latency.md, checked at every click of every browser test: before the next frame a tap
 * makes nothing modal, and fills no dialog. It counts what is done, so a busy machine changes nothing.
 */

const breaches: string[] = [];
let isAnswering = false;

const { showModal } = HTMLDialogElement.prototype;
HTMLDialogElement.prototype.showModal = function showModalLater(this: HTMLDialogElement) {
  if (isAnswering) breaches.push(`modal in the frame of its tap: ${this.textContent}`);
  showModal.call(this);
};

const filled = (): readonly Element[] => [...document.querySelectorAll('dialog:not(:empty)')];

addEventListener(
  'click',
  () => {
    const before = new Set(filled());
    isAnswering = true;
    requestAnimationFrame(() => {
      isAnswering = false;
      for (const dialog of filled())
        if (!before.has(dialog)) breaches.push(`filled in the frame of its tap: ${dialog.textContent}`);
    });
  },
  { capture: true },
);

afterEach(() => expect(breaches.splice(0)).toEqual([]));
