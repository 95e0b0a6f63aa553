/** Why the store cannot be opened, as one sentence for the person who started the program. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The stored state is not the one that the decision was based on: nothing of the write may stay. */
export class StaleStateError extends Error {
  override readonly name = 'StaleStateError';
}
