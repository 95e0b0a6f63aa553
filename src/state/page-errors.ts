/*
 * Errors of the page and deaths of the worker: counts for the diagnostics screen, and an entry for the recorder's ring.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { withoutPrivate } from '../../shared/private-text.ts';
import { link } from './link.ts';

/**
 * `page`: an uncaught error or rejection; `screen`: one that the error boundary caught; `crash`, `hang`: of the worker,
 * which was then replaced.
 */
type ErrorKind = 'page' | 'screen' | 'crash' | 'hang';

type ErrorCounts = Readonly<Record<ErrorKind, number>>;

const counts = signal<ErrorCounts>({ page: 0, screen: 0, crash: 0, hang: 0 });

/** Since the page was opened. */
export const errorCounts: ReadonlySignal<ErrorCounts> = counts;

/** An error in each animation frame must not push everything else out of the ring. */
const MAX_KEPT = 20;

export function noteError(kind: ErrorKind, cause: unknown): void {
  const before = counts.peek();
  counts.value = { ...before, [kind]: before[kind] + 1 };
  const all = Object.values(before).reduce((sum, count) => sum + count, 0);
  if (all >= MAX_KEPT) return;
  const { message, place } = factsOf(cause);
  // Kept: the ring of a worker that died is lost, and the next one begins with the latest error.
  link().keep('error', (engine) => engine.pageRecord({ event: 'error', error: kind, message, place }));
}

/** Lasts as long as the page. */
export function watchErrors(view: Window): void {
  view.addEventListener('error', (event) => noteError('page', event));
  view.addEventListener('unhandledrejection', ({ reason }) => noteError('page', reason));
}

/** Message and place of an error, without anything that a user may have typed. */
export function factsOf(cause: unknown): { readonly message: string; readonly place: string } {
  const { message, filename, lineno, colno, error } = fieldsOf(cause);
  const { name = '', stack } = fieldsOf(error ?? cause);
  const [, file = '', position = ''] =
    PLACE.exec(filename ? `${filename}:${lineno}:${colno}` : `${stack}`) ?? [];
  return {
    message: withoutPrivate(`${name} ${message ?? ''}`),
    place: file + position,
  };
}

/** A file's name without its folders and query, line and column. */
const PLACE = /([\w.-]+\.[jt]sx?)(?:\?[^:\s]*)?(:\d+:\d+)/;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
