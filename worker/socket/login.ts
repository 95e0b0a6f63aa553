import { CODE } from '../../shared/contract/codes.ts';
import type { ClientFrame } from '../../shared/contract/socket.ts';
import { ANSWER_MS } from '../../shared/limits.ts';
import type { Env } from '../env.ts';
import { SLOW_DOWN_MS } from './subscription.ts';

/** Logs each connection in with the current token. */
export interface Login {
  isIn(): boolean;
  setToken(token: string | undefined): void;
  opened(): void;
  closed(): void;
  answered(code: number): void;
}

export interface LoginOptions {
  readonly env: Pick<Env, 'after'>;
  readonly tell: (frame: ClientFrame) => void;
  readonly onIn: () => void;
  /** Called just before `logout` is sent. */
  readonly onLeaving: () => void;
  readonly onRefused: (token: string) => void;
}

export function createLogin({ env, tell, onIn, onLeaving, onRefused }: LoginOptions): Login {
  let isUp = false;
  let token: string | undefined;
  let session: 'out' | 'asked' | 'in' = 'out';
  /** Logins without an answer yet: only the answer to the last one counts. */
  let unanswered = 0;
  let stopWatch = () => {};

  function logIn(): void {
    stopWatch();
    if (!isUp || token === undefined) return;
    session = 'asked';
    unanswered++;
    tell({ cmd: 'login', params: { token } });
    stopWatch = env.after(ANSWER_MS, () => {
      unanswered = 0;
      logIn();
    });
  }

  function logOut(): void {
    stopWatch();
    onLeaving();
    if (session !== 'out' && isUp) tell({ cmd: 'logout' });
    session = 'out';
  }

  return {
    isIn: () => session === 'in',
    setToken(next) {
      if (next === token) return;
      if (token !== undefined) logOut();
      token = next;
      logIn();
    },
    opened() {
      isUp = true;
      logIn();
    },
    closed() {
      isUp = false;
      session = 'out';
      unanswered = 0;
      stopWatch();
    },
    answered(code) {
      unanswered = Math.max(0, unanswered - 1);
      // Without a request the server only reports the end of a session.
      const isNews = session === 'asked' || (session === 'in' && code === CODE.sessionExpired);
      if (unanswered > 0 || !isNews || token === undefined) return;
      stopWatch();
      if (code === CODE.success) {
        session = 'in';
        onIn();
      } else if (code === CODE.sessionExpired) {
        const refused = token;
        session = 'out';
        token = undefined;
        onRefused(refused);
      } else stopWatch = env.after(SLOW_DOWN_MS, logIn);
    },
  };
}
