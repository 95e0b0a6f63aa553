import type { Accounts } from '../accounts/accounts.ts';
import { createListeners } from '../listeners.ts';
import type { Faults } from './faults.ts';

/** Number of recently used sessions to remember. */
const MAX_KNOWN = 1_000;

/** Accounts whose sessions count as expired while the fault `999` is active: for calls, logins and open sockets. */
export function withExpiry(accounts: Accounts, faults: Faults): Accounts {
  const known = new Set<string>();
  const listeners = createListeners<[sessionId: string]>();

  function note(id: string): void {
    known.delete(id);
    known.add(id);
    const [oldest] = known;
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  }

  faults.onSet((kind) => {
    if (kind !== '999') return;
    for (const id of [...known].reverse()) if (faults.strike('999', 'all') !== undefined) listeners.call(id);
  });

  return {
    ...accounts,
    async session(token) {
      const session = await accounts.session(token);
      if (session === undefined || faults.strike('999', 'all') !== undefined) return undefined;
      note(session.id);
      return session;
    },
    onSessionEnded(listener) {
      const forget = listeners.add(listener);
      const stop = accounts.onSessionEnded((id) => {
        known.delete(id);
        listener(id);
      });
      return () => {
        forget();
        stop();
      };
    },
  };
}
