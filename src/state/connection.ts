import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { ConnectionState } from '../../shared/bridge/worker-api.ts';
import type { EngineHealth } from '../link/engine-link.ts';
import { toSignal } from '../link/to-signal.ts';
import { engine, health } from './link.ts';

const latest = toSignal<ConnectionState>(engine, (to) => to.connection(), { status: 'idle' });

/** The link to the exchange; without a running engine there is none. */
export const connection: ReadonlySignal<ConnectionState> = computed(() => {
  switch (health.value) {
    case 'running':
      return latest.value;
    case 'restarting':
      return { status: 'connecting', attempt: 1 };
    case 'failed':
      return { status: 'stale' };
  }
});

/** Whether the engine itself works; `failed` after too many restarts, until `restartEngine`. */
export const engineHealth: ReadonlySignal<EngineHealth> = health;

/** A new engine in place of one that was given up: what a "try again" button does. */
export const restartEngine = (): void => engine.restart();

/** Starts the socket, or wakes it; harmless when it is up. */
export function startSocket(): void {
  engine.keep('start', (to) => to.start());
}
