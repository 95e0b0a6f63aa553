import type { AccountId } from '../../shared/domain/account.ts';

/** Why the store cannot be opened, as one sentence for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/**
 * The store did not carry out the request, and never will: it has no room, is locked, or did not answer in time.
 * Thrown only where it is certain that nothing was stored.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

export const unavailable = (cause: unknown): UnavailableError =>
  new UnavailableError(cause instanceof Error ? cause.message : String(cause), { cause });

export function throwUnavailable(cause: unknown): never {
  throw unavailable(cause);
}

/** SQLite: locked by another process; no room; a write that the system refused. */
const SQLITE_REFUSALS: ReadonlySet<unknown> = new Set([5, 13, 778]);
/**
 * PostgreSQL: no room or too many sessions; the time limit of a statement; a lock; a failed write of its own; two
 * transactions that wait for each other.
 */
const POSTGRES_REFUSALS = /^(53...|57014|55P03|58030|40P01)$/;

/**
 * Whether the database itself refused a statement for a fault that passes. A refused COMMIT stored nothing: a
 * log entry of SQLite counts only when it is written whole.
 */
export function isRefusedByDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return SQLITE_REFUSALS.has(error.errcode);
  // A graver fault (FATAL, PANIC) of PostgreSQL can strike after the commit was written to its log.
  if (!('severity' in error) || error.severity !== 'ERROR') return false;
  return 'code' in error && typeof error.code === 'string' && POSTGRES_REFUSALS.test(error.code);
}

/** Whether a transaction was taken back because it and that of another process waited for each other: it may be tried again. */
export function isCollision(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '40P01') || isCollision(error.cause);
}

/** The write belongs to a shard that another process has taken; nothing of its transaction is stored. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** Another process deals for the account, so nothing was done here. */
export class ElsewhereError extends Error {
  override readonly name = 'ElsewhereError';
  readonly account: AccountId;
  constructor(account: AccountId) {
    super(`another process deals for account ${account}`);
    this.account = account;
  }
}

/** The stored state is not the one the decision was based on; the whole write must be rolled back. */
export class StaleStateError extends Error {
  override readonly name = 'StaleStateError';
}
