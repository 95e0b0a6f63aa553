/** Resolves when the process is asked to end: by Ctrl-C, or by a service manager. */
export const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
