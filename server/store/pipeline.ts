import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type { Db } from './schema.ts';

/*
 * Statements of one transaction that are sent without waiting for each other's answers. Kysely sends the next statement of
 * a transaction only after the answer to the last one, so over a network each costs a round trip.
 */

const connections = new WeakMap<Db, DatabaseConnection>();

/** Lets the prepared statements of a transaction be sent at once, in the order in which they are run. */
export async function pipeline(transaction: Db): Promise<void> {
  const connection = await transaction.getExecutor().provideConnection(async (one) => one);
  connections.set(transaction, connection);
}

/** The connection of a transaction in a pipeline. */
export const connectionOf = (db: Db): DatabaseConnection | undefined => connections.get(db);

/** Sends a statement without values. */
export async function send(transaction: Db, statement: string): Promise<void> {
  const raw = CompiledQuery.raw(statement);
  await (connectionOf(transaction)?.executeQuery(raw) ?? transaction.executeQuery(raw));
}

/** What PostgreSQL says of each statement of a transaction after one that failed. */
const FOLLOWS = '25P02';

const follows = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FOLLOWS;

/**
 * Waits for all statements, also for those behind one that fails.
 * @throws the error of the first that failed by itself, in the order given
 */
export async function together<T extends readonly unknown[]>(
  statements: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const settled: readonly PromiseSettledResult<unknown>[] = await Promise.allSettled(statements);
  const failed = settled.filter((one) => one.status === 'rejected');
  // One that was given first may have been sent last.
  const first = failed.find(({ reason }) => !follows(reason)) ?? failed[0];
  if (first !== undefined) throw first.reason;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as T;
}
