import type { Env } from '../../worker/env.ts';

/** A phone's surroundings that can be suspended: nothing runs meanwhile, and what was due runs all at once afterwards. */
export interface Drowsy {
  readonly env: Env;
  suspend(): void;
  resume(): void;
}

export function drowsy(env: Env): Drowsy {
  let isSuspended = false;
  let backlog: (() => void)[] = [];
  const later = (run: () => void): void => {
    if (isSuspended) backlog.push(run);
    else run();
  };
  return {
    env: {
      ...env,
      after: (delayMs, run) => env.after(delayMs, () => later(run)),
      every: (intervalMs, run) =>
        env.every(intervalMs, () => {
          if (!isSuspended) run();
        }),
      openSocket: (url, handlers) =>
        env.openSocket(url, {
          opened: () => later(handlers.opened),
          message: (text) => later(() => handlers.message(text)),
          closed: (code) => later(() => handlers.closed(code)),
        }),
    },
    suspend() {
      isSuspended = true;
    },
    resume() {
      isSuspended = false;
      const due = backlog;
      backlog = [];
      for (const run of due) run();
    },
  };
}
