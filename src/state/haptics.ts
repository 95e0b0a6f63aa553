import { type ReadonlySignal, signal } from '@preact/signals-react';
import { lasting } from '../link/storage.ts';

const TICK_MS = 8;
const PAUSE_MS = 40;
const KEY = 'haptics';

/** Whether the device can vibrate. */
export const hasHaptics = (): boolean => 'vibrate' in navigator;

const allowed = signal(lasting.get(KEY) !== 'false');

/** Whether the user allows it. */
export const haptics: ReadonlySignal<boolean> = allowed;

/** Kept on this device. */
export function allowHaptics(on: boolean): void {
  allowed.value = on;
  lasting.set(KEY, String(on));
}

/** A short vibration where the device can; a double one for something that was not done. */
export function haptic(kind: 'tick' | 'double'): void {
  // The browser refuses, with an error on the console, until the page was tapped.
  if (!hasHaptics() || !allowed.peek() || !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate(kind === 'tick' ? TICK_MS : [TICK_MS, PAUSE_MS, TICK_MS]);
}
