import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Stream } from '../../shared/bridge/worker-api.ts';
import type { EngineLink } from './engine-link.ts';
import type { RemoteEngine } from './worker-life.ts';

/** The latest value of one of the engine's streams; `initial` until the first one arrives. */
export function toSignal<T>(
  link: EngineLink,
  open: (engine: RemoteEngine) => Promise<Stream<T>>,
  initial: T,
): ReadonlySignal<T> {
  const latest = signal(initial);
  link.stream(open, (value) => {
    latest.value = value;
  });
  return latest;
}
