import { type ReadonlySignal, signal } from '@preact/signals-react';
import { lasting } from '../link/storage.ts';

/* Shortcuts by single keys: whether the user wants them, and the sheet that lists them. */

const KEY = 'shortcuts';

const wanted = signal(lasting.get(KEY) !== 'false');

/** Whether the shortcuts have been loaded, as they are where there is a keyboard. */
export const hasShortcuts = signal(false);

/** Whether single keys do something. People who speak or who hit wrong keys switch it off (WCAG 2.1.4). */
export const shortcutsOn: ReadonlySignal<boolean> = wanted;

/** The sheet that lists them is open. */
export const shortcutsShown = signal(false);

/** Kept on this device. */
export function allowShortcuts(on: boolean): void {
  wanted.value = on;
  lasting.set(KEY, String(on));
}
