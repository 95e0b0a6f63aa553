import type { PostgresServer } from '../settings.ts';

/** For a sentence: where the database is, and nothing of how one gets in. */
export const describeServer = ({ host, port, database }: PostgresServer): string =>
  host.startsWith('/') ? `${database} in ${host}` : `${database} at ${host}:${port}`;

/** Why something failed, without the last full stop. A name with several addresses fails with an error for each. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
