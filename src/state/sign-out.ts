/*
 * Signing out. A logout that the exchange has not answered is kept on this device and repeated, when the connection is back
 * or the app starts again: until then the session goes on at the exchange, which would send its notifications here.
 */
import type { Result } from '../../shared/result.ts';
import { lasting } from '../link/storage.ts';
import { onBack } from './ask.ts';
import { act, link } from './link.ts';
import { endPushOf } from './push.ts';
import { isReplay } from './replay-source.ts';
import { session, sessionToken, showSignedOut } from './session.ts';

/** Prefix of a key; a token follows that the exchange takes for valid. Value: whose notifications must still end here. */
const UNANSWERED = 'logout.';

/** Ends the session here, whether or not the worker can be reached. */
export async function signOut(): Promise<Result<void>> {
  const before = session.peek();
  const left = before.status === 'signed-in' && !isReplay() ? before : undefined;
  // Before the answer: the phone may end the app while it waits.
  if (left) lasting.set(UNANSWERED + left.token, String(left.user.uid));
  sessionToken.clear(true);
  const answer = await link().call((engine) => engine.signOut());
  // Somebody may have signed in meanwhile.
  if (!answer.ok && session.peek() === before) showSignedOut();
  if (left) void note(UNANSWERED + left.token, answer.ok);
  return answer;
}

/** Repeats the logouts that the exchange has not answered. */
export function startSignOut(): void {
  const repeat = (): void => {
    for (const key of lasting.keys(UNANSWERED)) void repeatLogout(key);
  };
  repeat();
  onBack(repeat);
}

async function repeatLogout(key: string): Promise<void> {
  const answer = await act((engine) => engine.lateLogout(key.slice(UNANSWERED.length)));
  await note(key, answer.ok && answer.value);
}

async function note(key: string, isAnswered: boolean): Promise<void> {
  // With the session the exchange has forgotten the device.
  if (isAnswered) return lasting.remove(key);
  const uid = lasting.get(key);
  if (!uid) return;
  const hasEnded = await endPushOf(uid).then(
    () => true,
    // The browser's push service is out of reach: with the next try.
    () => false,
  );
  // Only one time: the account may have switched them on again since.
  if (hasEnded) lasting.set(key, '');
}
