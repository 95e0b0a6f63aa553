import { effect } from '@preact/signals-react';
import { pageClock, randomId } from '../link/clock.ts';
import { lasting, perTab } from '../link/storage.ts';
import { connection } from './connection.ts';
import { engine } from './engine.ts';
import { createIntentDesk } from './intent-desk.ts';
import { createIntentNotes } from './intents.ts';
import { session } from './session.ts';

function tabId(): string {
  const known = perTab.get('tab');
  if (known !== null) return known;
  const id = randomId();
  perTab.set('tab', id);
  return id;
}

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
  sendSubmit: (request) => engine.call((to) => to.submitOrder(request)),
  sendClose: (id, cid, volume) => engine.call((to) => to.closeOrder(id, cid, volume)),
});

effect(() => {
  const now = session.value;
  if (now.status === 'signed-in' && connection.value.status === 'live') intents.lookUp();
  // After an expiry the same account comes back and still wants to know.
  if (now.status === 'anonymous' && now.because !== 'expired') intents.clear();
});
