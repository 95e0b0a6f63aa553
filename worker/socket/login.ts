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
  readonly send: (frame: ClientFrame) => void;
  readonly onIn: () => void;
  /** Called just before `logout` is sent. */
  readonly onLeaving: () => void;
  readonly onRefused: (token: string) => void;
}

interface Link {
  readonly status: 'down' | 'out' | 'asked' | 'in';
  /** Logins without an answer yet: only the answer to the last one counts. */
  readonly unanswered: number;
}

export function createLogin({ env, send, onIn, onLeaving, onRefused }: LoginOptions): Login {
  let link: Link = { status: 'down', unanswered: 0 };
  let token: string | undefined;
  let stopWatch = () => {};

  function become(status: Link['status'], unanswered = link.unanswered): void {
    link = { status, unanswered };
  }

  function logIn(): void {
    stopWatch();
    if (link.status === 'down' || token === undefined) return;
    become('asked', link.unanswered + 1);
    send({ cmd: 'login', params: { token } });
    stopWatch = env.after(ANSWER_MS, () => {
      become('out', 0);
      logIn();
    });
  }

  function logOut(): void {
    onLeaving();
    if (link.status === 'down' || link.status === 'out') return;
    send({ cmd: 'logout' });
    become('out');
  }

  return {
    isIn: () => link.status === 'in',
    setToken(next) {
      if (next === token) return;
      if (token !== undefined) logOut();
      token = next;
      logIn();
    },
    opened() {
      become('out');
      logIn();
    },
    closed() {
      become('down', 0);
      stopWatch();
    },
    answered(code) {
      const { status } = link;
      become(status, Math.max(0, link.unanswered - 1));
      // Without a request the server only reports the end of a session.
      const isNews = status === 'asked' || (status === 'in' && code === CODE.sessionExpired);
      if (link.unanswered > 0 || !isNews || token === undefined) return;
      stopWatch();
      if (code === CODE.success) {
        become('in');
        onIn();
      } else if (code === CODE.sessionExpired) {
        const refused = token;
        become('out');
        token = undefined;
        onRefused(refused);
      } else stopWatch = env.after(SLOW_DOWN_MS, logIn);
    },
  };
}
