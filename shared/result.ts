/** The outcome of something that may be refused: a value, never an exception. */
export type Result<T, E = Refusal> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** Why a command was not carried out. `code` is one of the wire's codes or a local one below. */
export interface Refusal {
  readonly code: number;
  /** In the user's language if it came from the server; empty for local codes, which the page translates. */
  readonly message: string;
  readonly facts?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Codes of refusals that no server sent. Negative, so that they never meet a wire code. */
export const LOCAL_CODE = {
  /** No connection: nothing was sent. */
  offline: -1,
  /** Sent, and no answer within the deadline: the outcome is unknown. */
  unknown: -2,
  /** The answer was not what the contract says. */
  malformed: -3,
  /** The worker died during the call. */
  workerLost: -4,
  /** The file is not an image that this device can read. */
  notAPicture: -5,
  /** A recording replaces the exchange: commands are refused. */
  replay: -6,
  /** The recording that replaces the exchange has no such answer. */
  notRecorded: -7,
} as const;

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });
export const refusal = (code: number, message = '', facts?: Refusal['facts']): Refusal =>
  facts === undefined ? { code, message } : { code, message, facts };
