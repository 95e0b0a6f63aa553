import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { CODE_WAIT_S } from '../../shared/limits.ts';
import { pageClock } from '../link/page-clock.ts';
import { perTab } from '../link/storage.ts';
import { now } from './now.ts';

type CodeKind = 'register' | 'forgot' | 'password' | 'payout';

interface Wait {
  readonly endMs: number;
  /** Its length. */
  readonly seconds: number;
  /** The only contact that has to wait; undefined: all. */
  readonly to?: string | undefined;
}

const KEY = 'code-wait.';
const SECOND_MS = 1_000;
const waits = new Map<CodeKind, Signal<Wait>>();

const waitOf = (kind: CodeKind): Signal<Wait> =>
  getOrCreate(waits, kind, () => {
    const kept = perTab.get(KEY + kind);
    // Only `startCodeWait` stores it.
    return signal(kept === null ? { endMs: 0, seconds: 0 } : (JSON.parse(kept) as Wait));
  });

/** Seconds until another code of this kind may be requested; the wait continues through navigation and reloads. */
export function codeWait(kind: CodeKind, to?: string): ReadonlySignal<number> {
  const wait = waitOf(kind);
  return computed(() => {
    const { endMs, seconds, to: held } = wait.value;
    // Reading `now` makes it tick: only do so while there is something to wait for.
    if (endMs === 0 || (held !== undefined && held !== to)) return 0;
    // The device's clock may have been set back meanwhile.
    return Math.min(seconds, Math.max(0, Math.ceil((endMs - now.value) / SECOND_MS)));
  });
}

/**
 * @param seconds the wait that the server demands if it has already sent a code
 * @param to the contact that the server refused; for others it may send at once
 */
export function startCodeWait(kind: CodeKind, seconds = CODE_WAIT_S, to?: string): void {
  const wait: Wait = { endMs: pageClock.wallMs() + seconds * SECOND_MS, seconds, to };
  waitOf(kind).value = wait;
  perTab.set(KEY + kind, JSON.stringify(wait));
}
