/** Some fields of `T`, with plain numbers for branded ones: what a test says of it. */
export type Plain<T> = {
  readonly [K in keyof T]?: T[K] extends number | undefined ? number : T[K];
};
