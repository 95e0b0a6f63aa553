/** A resource that is being opened, and how to close it. */
export interface Opening<T> {
  readonly opened: Promise<T>;
  close(one: T): Promise<unknown>;
}

/**
 * Calls `use` with the opened resources and closes them afterwards.
 * @throws the error of the first resource that could not be opened; the others are closed then as well
 */
export async function whileOpen<T extends readonly unknown[], R>(
  openings: { readonly [At in keyof T]: Opening<T[At]> },
  use: (...lent: T) => Promise<R>,
): Promise<R> {
  const all: readonly Opening<unknown>[] = openings;
  const settled = await Promise.allSettled(all.map(({ opened }) => opened));
  try {
    const lent = settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    return await use(...(lent as unknown as T));
  } finally {
    await Promise.all(
      settled.map((one, at) => (one.status === 'fulfilled' ? all[at]?.close(one.value) : undefined)),
    );
  }
}
