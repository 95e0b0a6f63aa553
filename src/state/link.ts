/*
 * How src/state reaches the engine in the worker. The composition root (app-state.ts) connects the link once; every other
 * file here calls and subscribes through it. Nothing above src/state imports this file.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Result } from '../../shared/result.ts';
import {
  createEngineLink,
  type EngineHealth,
  type EngineLink,
  type EngineLinkOptions,
} from '../link/engine-link.ts';
import type { RemoteEngine } from '../link/worker-life.ts';
import { refusedInReplay } from './replay-source.ts';

let connected: EngineLink | undefined;
const health = signal<EngineHealth>('running');

/** Whether the engine itself works; `failed` after too many restarts, until `restartEngine`. */
export const engineHealth: ReadonlySignal<EngineHealth> = health;

export function connectLink(options: Omit<EngineLinkOptions, 'onHealth'>): void {
  connected = createEngineLink({
    ...options,
    onHealth: (next) => {
      health.value = next;
    },
  });
}

/** @throws before `connectLink` */
export function link(): EngineLink {
  if (connected === undefined) throw new Error('the app state is not started');
  return connected;
}

/** A call that changes something at the exchange; refused while a recording stands in place of the exchange. */
export const act = async <T>(run: (engine: RemoteEngine) => Promise<Result<T>>): Promise<Result<T>> =>
  refusedInReplay() ?? link().call(run);
