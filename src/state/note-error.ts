/*
 * What counts and records errors loads with the first of them: the first route pays for the listeners alone.
 */
import type { ErrorKind } from './page-errors.ts';

export function noteError(kind: ErrorKind, cause: unknown): void {
  // Offline it may be out of reach; that is no further error.
  import('./page-errors.ts').then(
    ({ keepError }) => keepError(kind, cause),
    () => {},
  );
}

/** Lasts as long as the page. */
export function watchErrors(view: Window): void {
  view.addEventListener('error', (event) => noteError('page', event));
  view.addEventListener('unhandledrejection', ({ reason }) => noteError('page', reason));
}
