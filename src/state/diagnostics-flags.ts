import { type ReadonlySignal, signal } from '@preact/signals-react';
import { lasting } from '../link/storage.ts';

const HUD = 'hud';
const hud = signal(lasting.get(HUD) === 'true');

/** Whether the head-up display is shown on this device. */
export const hudShown: ReadonlySignal<boolean> = hud;

export function showHud(on: boolean): void {
  hud.value = on;
  lasting.set(HUD, String(on));
}

const asked = signal(false);

/** Whether this page started a long recording: from then on every screen shows whether one runs. */
export const hasRecorded: ReadonlySignal<boolean> = asked;

export function noteRecorded(): void {
  asked.value = true;
}
