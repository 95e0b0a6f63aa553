import { effect, type ReadonlySignal, signal } from '@preact/signals-react';

/**
 * Follows `source`, except that a value stays where `stays` finds it better than the next one: a new worker starts
 * from nothing, and that is no news to whoever looks at the screen.
 */
export function held<T>(
  source: ReadonlySignal<T>,
  stays: (shown: T, next: T) => boolean,
): { readonly shown: ReadonlySignal<T>; show(value: T): void } {
  const shown = signal(source.peek());
  effect(() => {
    const next = source.value;
    if (!stays(shown.peek(), next)) shown.value = next;
  });
  return {
    shown,
    show: (value) => {
      shown.value = value;
    },
  };
}
