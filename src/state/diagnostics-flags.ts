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

/** Why the replay that the address asked for was not opened. */
export interface OpeningProblem {
  /** It is on another site, or there is no such file. */
  readonly kind: 'foreign' | 'missing';
  readonly address: string;
}

const problem = signal<OpeningProblem | undefined>();

/** Undefined after it was shown. */
export const openingProblem: ReadonlySignal<OpeningProblem | undefined> = problem;

export function noteOpeningProblem(next: OpeningProblem | undefined): void {
  problem.value = next;
}

const found = signal(false);

/** Whether a recording was interrupted of which the user does not know yet. */
export const hasKept: ReadonlySignal<boolean> = found;

export function noteKept(is: boolean): void {
  found.value = is;
}

const asked = signal(false);

/** Whether this page started a long recording: from then on every screen shows whether one runs. */
export const hasRecorded: ReadonlySignal<boolean> = asked;

export function noteRecorded(): void {
  asked.value = true;
}
