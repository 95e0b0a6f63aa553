/** A tick file that can't be played: the message is one sentence for whoever set it. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}
