import { Observable } from 'rxjs';

/** Under this key an acknowledged stream takes the receiver's "I have it", with the buffer to use again. */
export const ACK = Symbol('acknowledge');

/** A stream with at most one value on its way: the next leaves when the last was acknowledged and something changed. */
export interface Acknowledged<T> extends Observable<T> {
  [ACK](returned: ArrayBuffer | undefined): void;
}

/**
 * Conflates: however many changes come while a value is on its way, one value is made when it was acknowledged, from
 * what is true then. One subscriber at a time; each begins with nothing on its way and nothing changed.
 */
export function acknowledged<T>(
  changes$: Observable<unknown>,
  make: (spare: ArrayBuffer | undefined) => T,
): Acknowledged<T> {
  let isOnItsWay = false;
  let isChanged = false;
  let spare: ArrayBuffer | undefined;
  let emit: ((value: T) => void) | undefined;

  function pump(): void {
    if (isOnItsWay || !isChanged || emit === undefined) return;
    isOnItsWay = true;
    isChanged = false;
    emit(make(spare));
  }

  const values$ = new Observable<T>((subscriber) => {
    isOnItsWay = false;
    isChanged = false;
    spare = undefined;
    emit = (value) => subscriber.next(value);
    const listening = changes$.subscribe({
      next() {
        isChanged = true;
        pump();
      },
      error: (error) => subscriber.error(error),
      complete: () => subscriber.complete(),
    });
    return () => {
      emit = undefined;
      listening.unsubscribe();
    };
  });
  return Object.assign(values$, {
    [ACK](returned: ArrayBuffer | undefined): void {
      isOnItsWay = false;
      spare = returned;
      pump();
    },
  });
}
