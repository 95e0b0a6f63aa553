import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Result } from '../../shared/result.ts';
import { lasting } from '../link/storage.ts';
import { link } from './link.ts';

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

export function startRecording(): Promise<Result<void>> {
  asked.value = true;
  return link().call((engine) => engine.startRecording());
}
