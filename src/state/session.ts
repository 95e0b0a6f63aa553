import { computed, effect, type ReadonlySignal } from '@preact/signals-react';
import type { EngineCommands, SessionState } from '../../shared/bridge/worker-api.ts';
import type { WireUser } from '../../shared/contract/wire-people.ts';
import type { Result } from '../../shared/result.ts';
import { toSignal } from '../link/to-signal.ts';
import { act, engine, sessionToken } from './link.ts';
import { held } from './sticky-signal.ts';

/** The session as the worker has it now: `checking` also in a new worker that looks at a token we know to count. */
export const engineSession: ReadonlySignal<SessionState> = toSignal<SessionState>(
  engine,
  (to) => to.session(),
  sessionToken.get() === null ? { status: 'anonymous', because: 'start' } : { status: 'checking' },
);

const { shown, show } = held(
  engineSession,
  (now, next) => now.status === 'signed-in' && next.status === 'checking',
);

/** `anonymous` with `because: 'expired'` after the server refused the token: the app goes to the login page. */
export const session: ReadonlySignal<SessionState> = shown;

export const isSignedIn: ReadonlySignal<boolean> = computed(() => session.value.status === 'signed-in');

export const isDemo: ReadonlySignal<boolean> = computed(
  () => session.value.status === 'signed-in' && session.value.user.is_demo === 1,
);

effect(() => {
  const now = session.value;
  if (now.status === 'signed-in') sessionToken.set(now.token);
  else if (now.status === 'anonymous') sessionToken.clear();
});

export const signInDemo = (): Promise<Result<WireUser>> => act((to) => to.signInDemo());

export const signIn = (credentials: Parameters<EngineCommands['signIn']>[0]): Promise<Result<WireUser>> =>
  act((to) => to.signIn(credentials));

/** Ends the session here, whether or not the worker can be told. */
export async function signOut(): Promise<Result<void>> {
  sessionToken.clear();
  const told = await engine.call((to) => to.signOut());
  if (!told.ok) show({ status: 'anonymous', because: 'signed-out' });
  return told;
}

/** Closes everything and puts the demo balance back to its start. */
export const resetDemo = (): Promise<Result<void>> => act((to) => to.resetDemo());

/** Another exchange answers from now on: who is signed in there is not known yet. */
export const forgetSession = (): void => show({ status: 'checking' });
