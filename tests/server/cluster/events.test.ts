import { expect, it, onTestFinished } from 'vitest';
import { createLocalBus } from '../../../server/bus/local.ts';
import { hearEvents, publishEvents } from '../../../server/cluster/events.ts';
import { createListeners } from '../../../server/listeners.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

it('names a session that ended while the broker was away, once it is back', () => {
  const raise = (error: unknown): never => {
    throw error;
  };
  const local = createLocalBus(createManualClock(timestampMs(0)), raise);
  const gaps = createListeners<[]>();
  let isConnected = true;
  const bus = {
    ...local,
    publish: (subject: string, data: Uint8Array) => isConnected && local.publish(subject, data),
    onGap: gaps.add,
  };
  const ended = createListeners<[string]>(raise);
  onTestFinished(publishEvents(bus, { accounts: { onSessionEnded: ended.add } }));
  const told = new Set<string>();
  hearEvents(local, raise).onSessionEnded((id) => told.add(id));
  ended.call('one');
  isConnected = false;
  ended.call('other');
  expect([...told]).toEqual(['one']);
  isConnected = true;
  gaps.call();
  expect([...told]).toEqual(['one', 'other']);
});
