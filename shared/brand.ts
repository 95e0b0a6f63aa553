declare const tag: unique symbol;

/** A primitive that may not be mixed up with another of the same representation. */
export type Brand<T, Name extends string> = T & { readonly [tag]: Name };
