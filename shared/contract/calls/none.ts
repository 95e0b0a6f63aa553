/** A request without parameters. `t` is added to every GET and DELETE by the client and not listed. */
export type None = Record<never, never>;
