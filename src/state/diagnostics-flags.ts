import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Result } from '../../shared/result.ts';
import { lasting } from '../link/storage.ts';
import { engine } from './link.ts';

/* What decides whether diagnostics lie over the screens; it comes with every visit, and so it is small. */

const HUD = 'hud';
const hud = signal(lasting.get(HUD) === 'true');

/** Whether the head-up display lies over the screens of this device. */
export const hudShown: ReadonlySignal<boolean> = hud;

export function showHud(on: boolean): void {
  hud.value = on;
  lasting.set(HUD, String(on));
}

const asked = signal(false);

/** Whether a long recording was begun here: from then on every screen shows while one runs. */
export const hasRecorded: ReadonlySignal<boolean> = asked;

export function startRecording(): Promise<Result<void>> {
  asked.value = true;
  return engine.call((to) => to.startRecording());
}

// `?record` in the address that was opened; a guard may have led elsewhere by now.
const [opened] = performance.getEntriesByType('navigation');
if (opened !== undefined && new URL(opened.name).searchParams.has('record')) void startRecording();
