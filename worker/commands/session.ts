import { BehaviorSubject, type Subscription } from 'rxjs';
import type { EngineCommands, SessionState } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { User } from '../../shared/contract/people.ts';
import type { RequestOf } from '../../shared/contract/routes.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Http } from '../http.ts';
import type { Loader } from '../loader.ts';

export interface Session {
  readonly session$: BehaviorSubject<SessionState>;
  /** Looks whether a stored token still counts. */
  check(token: string | null): void;
  signIn: EngineCommands['signIn'];
  signInDemo: EngineCommands['signInDemo'];
  /** Ends the session here at once, and on the server when it can be reached. */
  signOut: EngineCommands['signOut'];
  refreshUser: EngineCommands['refreshUser'];
  /** The server does not know this token any more. */
  expire(token: string): void;
}

export function createSession(http: Http, loader: Loader): Session {
  const session$ = new BehaviorSubject<SessionState>({ status: 'checking' });
  let checking: Subscription | undefined;
  /** Token in use, also while it is being checked. */
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
        // Weather is waited for; any other answer means that this token is of no use.
        if (user.error.kind === 'malformed') return leave('start');
        if (user.error.kind === 'refused' && user.error.code !== CODE.tooMany) return leave('start');
      });
    },
    signIn: ({ account, password, kind, areaId }) =>
      logIn({
        account,
        password,
        login_type: kind === 'email' ? 1 : 2,
        ...(areaId === undefined ? {} : { area_id: areaId }),
      }),
    async signInDemo() {
      const demo = await loader.once('createDemoAccount', {});
      return demo.ok ? logIn({ demo_id: demo.value.demo_id }) : err(demo.error);
    },
    async signOut() {
      // The call takes the token with it before the next line forgets it.
      const asked = loader.once('logout', {});
      leave('signed-out');
      const answer = await asked;
      return answer.ok ? ok(undefined) : answer;
    },
    async refreshUser() {
      const before = session$.value;
      const user = await loader.once('getUser', {});
      // Somebody else may have signed in while the answer was on its way.
      if (user.ok && session$.value === before && before.status === 'signed-in')
        session$.next({ ...before, user: user.value });
      return user;
    },
    expire(token) {
      if (token === current) leave('expired');
    },
  };
}
