import { refreshAccount } from './account.ts';
import { link } from './link.ts';
import { isSignedIn } from './session.ts';

/** Asks for everything that home shows: the instruments, their sparklines, and the account's figures. */
export async function refreshHome(): Promise<void> {
  await Promise.all([
    link().call((engine) => engine.refreshMarket(true)),
    isSignedIn.peek() ? refreshAccount() : undefined,
  ]);
}
