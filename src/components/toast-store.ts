import { type ReadonlySignal, signal } from '@preact/signals-react';
import { later } from '../clock.ts';
import { announce } from './announce.ts';

export type ToastKind = 'info' | 'ok' | 'error';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: ToastKind;
  /** Stays until it is dismissed. */
  readonly lasts?: boolean;
}

/** Of those that pass. They lie on one another. */
const MAX_TOASTS = 6;
const SHOWN_MS = 3_500;
/** For errors, which take longer to read. */
const ERROR_SHOWN_MS = 6_000;

const list = signal<readonly Toast[]>([]);
let lastId = 0;

export const toasts: ReadonlySignal<readonly Toast[]> = list;

/** Shows a short message for a few seconds; the same message twice in a row is shown once. */
export function showToast(text: string, kind: ToastKind = 'info'): void {
  const id = add(text, kind);
  const pass = () =>
    later(kind === 'error' ? ERROR_SHOWN_MS : SHOWN_MS, () => (isHeld({ text }) ? pass() : dismissToast(id)));
  pass();
}

/** Whether it waits for its end, or the reader has a finger or the focus on it. */
const isHeld = ({ text, lasts }: Pick<Toast, 'text' | 'lasts'>): boolean =>
  lasts || document.querySelector('button:is(:active,:focus)')?.textContent === text;

function add(text: string, kind: ToastKind, lasts = false): number {
  const others = list.peek().filter((toast) => toast.text !== text);
  const passing = others.filter((one) => !isHeld(one));
  announce(text, kind === 'error');
  lastId++;
  const surplus = passing[MAX_TOASTS - 1] && passing[0];
  list.value = [...others.filter((one) => one !== surplus), { id: lastId, text, kind, lasts }];
  return lastId;
}

/** Shows a message until the returned function is called, or the reader dismisses it. */
export function holdToast(text: string, kind: ToastKind = 'info'): () => void {
  const id = add(text, kind, true);
  return () => dismissToast(id);
}

export function dismissToast(id: number): void {
  list.value = list.peek().filter((toast) => toast.id !== id);
}
