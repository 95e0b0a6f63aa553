/*
 * The registry of what the user chose to look at. Each choice is offered by whoever holds it: it is sent to the recorder when
 * it changes, and set by a replay that follows the user. The first route holds no more of it than this.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { useEffect, useState } from 'react';
import type { ChoiceName } from '../../shared/bridge/choices.ts';

/** A signal, or what reads and writes signals. */
export interface Choice {
  value: string | number | boolean;
}

const offered = signal<ReadonlyMap<ChoiceName, Choice>>(new Map());

/** Those that can be chosen now. */
export const choices: ReadonlySignal<ReadonlyMap<ChoiceName, Choice>> = offered;

/** @returns withdraws it */
export function offerChoice(name: ChoiceName, choice: Choice): () => void {
  offered.value = new Map(offered.peek()).set(name, choice);
  return () => {
    const rest = new Map(offered.peek());
    rest.delete(name);
    offered.value = rest;
  };
}

/** A screen's own state, offered while the screen is mounted. */
export function useChoice<T extends Choice['value']>(name: ChoiceName, initial: T): Signal<T> {
  const [held] = useState(() => signal(initial));
  useEffect(() => offerChoice(name, held), [name, held]);
  return held;
}
