import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { ConnectionState } from '../../shared/bridge/worker-api.ts';
import { engineHealth, link } from './link.ts';

export { engineHealth };

const inEngine = signal<ConnectionState>({ status: 'idle' });

/** The connection to the exchange, as far as a working engine reports one. */
export const connection: ReadonlySignal<ConnectionState> = computed(() => {
  switch (engineHealth.value) {
    case 'running':
      return inEngine.value;
    case 'restarting':
      return { status: 'connecting', attempt: 1 };
    case 'failed':
      return { status: 'stale' };
  }
});

/** Why prices come slowly although the connection is good. */
export const slowedText = signal<string | undefined>(undefined);

export function startConnection(): void {
  link().stream(
    (engine) => engine.connection(),
    (next) => {
      inEngine.value = next;
    },
  );
}

/** A new engine in place of one that failed: what a "try again" button does. */
export const restartEngine = (): void => link().restart();

/** Starts the socket, or wakes it; harmless when it is up. */
export function startSocket(): void {
  link().keep('start', (engine) => engine.start());
}
