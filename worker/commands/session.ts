import { BehaviorSubject, type Subscription } from 'rxjs';
import type { EngineCommands, SessionState } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { RequestOf } from '../../shared/contract/routes.ts';
import type { User } from '../../shared/contract/session.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Http, isSessionOver } from '../http.ts';
import type { Loader } from '../loader.ts';

export interface Session {
  readonly session$: BehaviorSubject<SessionState>;
  /** Checks whether a stored token is still valid. */
  check(token: string | null): void;
  signIn: EngineCommands['signIn'];
  signInDemo: EngineCommands['signInDemo'];
  /** Ends the session on this device at once, and on the server if it is reachable. */
  signOut: EngineCommands['signOut'];
  /** The server no longer accepts this token. */
  expire(token: string): void;
}

export function createSession(http: Http, loader: Loader): Session {
  const session$ = new BehaviorSubject<SessionState>({ status: 'checking' });
  let checking: Subscription | undefined;
  /** The token in use, also while it is being checked. */
  let current: string | undefined;

  function enter(token: string, user: User): void {
    current = token;
    http.setToken(token);
    session$.next({ status: 'signed-in', token, user });
  }

  function leave(because: 'start' | 'signed-out' | 'expired'): void {
    checking?.unsubscribe();
    current = undefined;
    http.setToken(undefined);
    session$.next({ status: 'anonymous', because });
  }

  async function logIn(request: RequestOf<'login'>): Promise<Result<User>> {
    const login = await loader.once('login', request);
    if (!login.ok) return login;
    checking?.unsubscribe();
    enter(login.value.token, login.value.user);
    // For recordings that begin later: they know the user from an answer to a question, not to a login.
    void loader.once('getUser', {});
    return ok(login.value.user);
  }

  return {
    session$,
    check(token) {
      if (token === null) return leave('start');
      current = token;
      http.setToken(token);
      session$.next({ status: 'checking' });
      checking = loader.load('getUser', {}, { isInitial: true }).subscribe((user) => {
        if (user.ok) return enter(token, user.value);
        // Anything else is tried again: leaving removes the token from the device.
        if (isSessionOver(user.error)) leave('start');
      });
    },
    signIn: ({ account, password, kind, areaId, proof }) =>
      logIn({
        account,
        password,
        channel: kind === 'email' ? 1 : 2,
        ...(areaId === undefined ? {} : { areaId }),
        ...proof,
      }),
    async signInDemo() {
      const demo = await loader.once('createDemoAccount', {});
      return demo.ok ? logIn({ demoId: demo.value.demoId }) : err(demo.error);
    },
    async signOut() {
      // The call captures the token before the next line clears it.
      const asked = loader.once('logout', {});
      leave('signed-out');
      const answer = await asked;
      // The socket's logout may have been there first.
      return answer.ok || answer.error.code === CODE.sessionExpired ? ok(undefined) : answer;
    },
    expire(token) {
      if (token === current) leave('expired');
    },
  };
}
