/** A feed that cannot be started; the message is one sentence for the person who set it. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}
