import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { SessionState } from '../../shared/bridge/worker-api.ts';
import type { User } from '../../shared/contract/session.ts';
import type { Result } from '../../shared/result.ts';
import { lasting } from '../link/storage.ts';
import { act, link } from './link.ts';
import { isReplay } from './replay-source.ts';

const TOKEN = 'token';
/** The token of this page: another tab may have stored the one of a later session. */
let own: string | null = null;

/**
 * The session's token on this device: read at the start of a worker, written when a session begins or ends. In a replay
 * the recording decides who is signed in, and the token kept here stays as it is.
 */
export const sessionToken = {
  get(): string | null {
    if (isReplay()) return 'replay';
    // A page keeps the account that it shows.
    if (!isSignedIn.peek()) own = lasting.get(TOKEN);
    return own;
  },
  set(token: string): void {
    // Not again for each worker: another tab may have stored the one of a later session since.
    if (isReplay() || token === own) return;
    own = token;
    lasting.set(TOKEN, token);
  },
  /** @param ofAll whether the token goes also if another tab has stored it */
  clear(ofAll = false): void {
    if (isReplay()) return;
    if (ofAll || lasting.get(TOKEN) === own) lasting.remove(TOKEN);
    own = null;
  },
};

const initial: SessionState =
  lasting.get(TOKEN) === null ? { status: 'anonymous', because: 'start' } : { status: 'checking' };
const inEngine = signal<SessionState>(initial);
const shown = signal<SessionState>(initial);

/** The session in the worker: `checking` also while a new worker checks a token that this page knows is valid. */
export const engineSession: ReadonlySignal<SessionState> = inEngine;

/** `anonymous` with `because: 'expired'` after the server refused the token: the app goes to the login page. */
export const session: ReadonlySignal<SessionState> = shown;

export const isSignedIn: ReadonlySignal<boolean> = computed(() => session.value.status === 'signed-in');

export const isDemo: ReadonlySignal<boolean> = computed(
  () => session.value.status === 'signed-in' && session.value.user.isDemo,
);

/** The signed-in account; undefined without one. */
export const accountId: ReadonlySignal<number | undefined> = computed(() =>
  session.value.status === 'signed-in' ? session.value.user.uid : undefined,
);

/** Follows the worker's session and keeps its token on this device. */
export function startSession(): void {
  link().stream(
    (engine) => engine.session(),
    (next) => {
      inEngine.value = next;
      // A new worker starts from nothing; that is no reason to show the user as signed out.
      if (shown.peek().status !== 'signed-in' || next.status !== 'checking') shown.value = next;
    },
  );
  effect(() => {
    const now = session.value;
    if (now.status === 'signed-in') sessionToken.set(now.token);
    else if (now.status === 'anonymous') sessionToken.clear();
  });
}

export const signInDemo = (): Promise<Result<User>> => act((engine) => engine.signInDemo());

/** For a worker that could not be reached. */
export function showSignedOut(): void {
  shown.value = { status: 'anonymous', because: 'signed-out' };
}

/** Another exchange, or a recording, answers from now on: its session is not known yet. */
export function forgetSession(): void {
  shown.value = { status: 'checking' };
}
