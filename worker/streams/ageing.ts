import type { Env } from '../env.ts';

/** Looks again when the next shown price will have grown older, since silence too changes what is shown. */
export interface Ageing {
  /** Prices moved on: what is due can only be later. */
  moved(): void;
  /** Other prices are shown: what is due may be sooner. */
  replaced(): void;
}

/**
 * @param dueMs in how many ms the next price will be less fresh; infinite for none
 * @param hasAged whether anything is shown fresher than it is
 */
export function createAgeing(
  env: Pick<Env, 'after'>,
  dueMs: () => number,
  hasAged: () => boolean,
  onAged: () => void,
): Ageing {
  let cancel: (() => void) | undefined;

  function arm(): void {
    const delay = dueMs();
    cancel = Number.isFinite(delay) ? env.after(delay, look) : undefined;
  }

  function look(): void {
    arm();
    if (hasAged()) onAged();
  }

  return {
    moved() {
      if (cancel === undefined) arm();
    },
    replaced() {
      cancel?.();
      arm();
    },
  };
}
