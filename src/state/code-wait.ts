import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { CODE_WAIT_S } from '../../shared/limits.ts';
import { pageClock } from '../link/page-clock.ts';
import { perTab } from '../link/storage.ts';
import { now } from './now.ts';

const KEY = 'code-sent.';
const SECOND_MS = 1_000;
const until = new Map<string, Signal<number>>();

const endOf = (kind: string): Signal<number> =>
  getOrCreate(until, kind, () => signal(Number(perTab.get(KEY + kind) ?? 0)));

/** Seconds until another code of this kind may be requested; the wait continues through navigation and reloads. */
export function codeWait(kind: 'register' | 'forgot' | 'password' | 'payout'): ReadonlySignal<number> {
  const end = endOf(kind);
  // Reading `now` makes it tick: only do so while there is something to wait for.
  return computed(() =>
    end.value === 0 ? 0 : Math.min(CODE_WAIT_S, Math.max(0, Math.ceil((end.value - now.value) / SECOND_MS))),
  );
}

/** @param seconds the wait that the server demands if it has already sent a code */
export function startCodeWait(
  kind: 'register' | 'forgot' | 'password' | 'payout',
  seconds = CODE_WAIT_S,
): void {
  const end = pageClock.wallMs() + seconds * SECOND_MS;
  endOf(kind).value = end;
  perTab.set(KEY + kind, String(end));
}
