/** Why the store cannot be opened, as one sentence for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The stored state is not the one the decision was based on; the whole write must be rolled back. */
export class StaleStateError extends Error {
  override readonly name = 'StaleStateError';
}
