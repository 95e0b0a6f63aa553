import { type ReadonlySignal, signal } from '@preact/signals-react';
import { lasting } from '../link/storage.ts';

const KEY = 'hud';
const shown = signal(lasting.get(KEY) === 'true');

/** Whether the head-up display lies over the screens of this device. */
export const hudShown: ReadonlySignal<boolean> = shown;

export function showHud(on: boolean): void {
  shown.value = on;
  lasting.set(KEY, String(on));
}
