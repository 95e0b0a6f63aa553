import type { Env } from '../../worker/env.ts';

/**
 * A phone's environment that can be suspended: nothing runs meanwhile, and afterwards everything at once, first the network
 * events, then the due timers.
 */
export interface Drowsy {
  readonly env: Env;
  suspend(): void;
  resume(): void;
}

export function drowsy(env: Env): Drowsy {
  let isSuspended = false;
  let arrived: (() => void)[] = [];
  let due: (() => void)[] = [];
  const arrive = (run: () => void): void => {
    if (isSuspended) arrived.push(run);
    else run();
  };
  return {
    env: {
      ...env,
      after: (delayMs, run) =>
        env.after(delayMs, () => {
          if (isSuspended) due.push(run);
          else run();
        }),
      every: (intervalMs, run) =>
        env.every(intervalMs, () => {
          if (!isSuspended) run();
        }),
      openSocket: (url, handlers) =>
        env.openSocket(url, {
          opened: () => arrive(handlers.opened),
          message: (text) => arrive(() => handlers.message(text)),
          closed: (code) => arrive(() => handlers.closed(code)),
        }),
    },
    suspend() {
      isSuspended = true;
    },
    resume() {
      isSuspended = false;
      const backlog = [...arrived, ...due];
      arrived = [];
      due = [];
      for (const run of backlog) run();
    },
  };
}
