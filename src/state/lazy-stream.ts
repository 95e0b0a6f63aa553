import { type Signal, signal } from '@preact/signals-react';
import type { Stream } from '../../shared/bridge/worker-api.ts';
import type { RemoteEngine } from '../link/worker-life.ts';
import { link } from './link.ts';

/** The latest value of a stream. Subscribes when it is first read in an effect or a render, and stays subscribed. */
export function lazyStream<T>(open: (engine: RemoteEngine) => Promise<Stream<T>>, initial: T): Signal<T> {
  let isSubscribed = false;
  const latest = signal(initial, {
    watched() {
      if (isSubscribed) return;
      isSubscribed = true;
      link().stream(open, (value) => {
        latest.value = value;
      });
    },
  });
  return latest;
}
