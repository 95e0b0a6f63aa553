import { createHash } from 'node:crypto';
import type { Db } from '../store/schema.ts';

/**
 * One digest over the ends of all accounts' chains, in hexadecimal: equal for equal postings and replies, another one for a
 * database that was cut off or rolled back. The age at which old replies are deleted does not count.
 */
export async function digestOfBooks(db: Db): Promise<string> {
  const digest = createHash('sha256');
  const heads = await db
    .selectFrom('chain_heads')
    .select(['account_id', 'postings', 'postings_hash', 'replies', 'replies_hash'])
    .orderBy('account_id')
    .execute();
  for (const head of heads)
    digest.update(
      JSON.stringify([head.account_id, head.postings, head.postings_hash, head.replies, head.replies_hash]),
    );
  return digest.digest('hex');
}
