import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Instrument } from '../../shared/domain/instrument.ts';

/* The short ticket over the list: a row that is held or swiped asks for it, and the app shows it over any screen. */

const asked = signal<Instrument | undefined>(undefined);

/** Whose ticket is open; undefined while none is. */
export const quickOrder: ReadonlySignal<Instrument | undefined> = asked;

export function openQuickOrder(instrument: Instrument): void {
  asked.value = instrument;
}

export function closeQuickOrder(): void {
  asked.value = undefined;
}
