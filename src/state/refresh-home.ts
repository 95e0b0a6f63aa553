import { type ReadonlySignal, signal } from '@preact/signals-react';
import { refreshAccount } from './account.ts';
import { link } from './link.ts';
import { isSignedIn } from './session.ts';

const refreshes = signal(0);

/** Changes as a refresh begins and as it ends: what is asked for now and then, as the movers are, is then asked for again. */
export const homeRefreshes: ReadonlySignal<number> = refreshes;

// Also from an effect, which must not depend on what it changes.
const lookAgain = (): void => {
  refreshes.value = refreshes.peek() + 1;
};

/** Asks for everything that home shows: the instruments, their sparklines, and the account's figures. */
export async function refreshHome(): Promise<void> {
  // What the engine has needs no answer, which may be late.
  lookAgain();
  await Promise.all([
    link().call((engine) => engine.refreshMarket(true)),
    isSignedIn.peek() ? refreshAccount() : undefined,
  ]);
  lookAgain();
}
