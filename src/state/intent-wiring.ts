import { computed, effect } from '@preact/signals-react';
import { pageClock } from '../link/page-clock.ts';
import { randomId } from '../link/random-id.ts';
import { lasting, perTab } from '../link/storage.ts';
import { connection } from './connection.ts';
import { engine } from './engine.ts';
import { createIntentDesk } from './intent-desk.ts';
import { createIntentNotes } from './intents.ts';
import { engineMarket } from './market.ts';
import { replaySource } from './replay-source.ts';
import { engineSession, session } from './session.ts';

function tabId(): string {
  const known = perTab.get('tab');
  if (known !== null) return known;
  const id = randomId();
  perTab.set('tab', id);
  return id;
}

/** The worker knows account and instruments, and the server can be reached. */
const canAsk = computed(
  () =>
    replaySource.value === undefined &&
    engineSession.value.status === 'signed-in' &&
    engineMarket.value.status === 'ready' &&
    connection.value.status === 'live',
);

/** The page's desk for orders and closes. */
export const intents = createIntentDesk({
  notes: createIntentNotes(lasting),
  clock: pageClock,
  tab: tabId(),
  newCid: randomId,
  uid: () => {
    const now = session.peek();
    return now.status === 'signed-in' ? now.user.uid : undefined;
  },
  canAsk: () => canAsk.peek(),
  sendSubmit: (request) => engine.call((to) => to.submitOrder(request)),
  sendClose: (id, cid, volume) => engine.call((to) => to.closeOrder(id, cid, volume)),
});

effect(() => {
  if (canAsk.value) intents.lookUp();
});

effect(() => {
  const now = session.value;
  if (replaySource.peek() !== undefined) return;
  // After an expiry the same account comes back and still wants to know.
  if (now.status === 'anonymous' && now.because !== 'expired') intents.clear();
});
