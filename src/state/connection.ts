import type { ReadonlySignal } from '@preact/signals-react';
import type { ConnectionState } from '../../shared/worker-api.ts';
import type { EngineHealth } from '../link/engine.ts';
import { toSignal } from '../link/to-signal.ts';
import { engine, health } from './engine.ts';

export const connection: ReadonlySignal<ConnectionState> = toSignal<ConnectionState>(
  engine,
  (to) => to.connection(),
  { status: 'idle' },
);

/** Whether the engine itself works; `failed` after too many restarts, until `restartEngine`. */
export const engineHealth: ReadonlySignal<EngineHealth> = health;

/** A new engine in place of one that was given up: what a "try again" button does. */
export const restartEngine = (): void => engine.restart();

/** Starts the socket, or wakes it; harmless when it is up. */
export function startSocket(): void {
  engine.keep('start', (to) => to.start());
}
