import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { Visitor } from '../visitor.ts';
import { SECURITY_KINDS, type SecurityKind } from './security-kinds.ts';
import {
  type NewSecurityRow,
  type SecurityFilter,
  type SecurityRecord,
  securityRepository,
} from './security-repository.ts';

export interface SecurityEvent {
  readonly kind: SecurityKind;
  readonly account?: AccountId | undefined;
  /** Who made the request; absent for an operator's step. */
  readonly visitor?: Visitor | undefined;
  /** Our own names and numbers only (`withdrawal 12`), never a text that somebody typed. */
  readonly detail?: string;
}

/** For the rooms that record events. */
export type SecurityRecorder = Pick<SecurityLog, 'record'>;

/**
 * The log of security events: who logged in, was refused, or changed how an account is protected or paid out.
 * The rooms that decide these things record them; operators read them. Neither tokens nor codes nor contacts
 * belong in it.
 */
export interface SecurityLog {
  /**
   * Returns at once; the event is stored within a second. Equal events within a minute become one row with a
   * count, and so do surplus ones of a flood.
   */
  record(event: SecurityEvent): void;
  /** Newest first. */
  latest(limit: number, filter?: SecurityFilter): Promise<readonly SecurityRecord[]>;
  /** Stores what still waits. */
  stop(): Promise<void>;
}

export interface SecurityLogDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** The part of an address that counts as one client. */
  readonly networkOf: (address: string) => string;
  /** Receives each event at once. */
  readonly onEvent?: (event: SecurityEvent) => void;
  /** Receives each row once, before it is stored. */
  readonly onRow?: (row: NewSecurityRow) => void;
  readonly report: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;
export const KEPT_PER_KIND = 100_000;
const STORE_AFTER_MS = 1_000;
/** A database that does not take the events is asked again after this time. */
const RETRY_AFTER_MS = 10_000;
/** For this time after a row, equal events wait and are counted. */
const FOLD_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;
const PRUNE_EVERY_ROWS = 10_000;
/** Different usual, and different suspect events that wait at a time; surplus ones are counted by kind alone. */
export const MAX_WAITING = 500;
const MAX_DETAIL = 80;

interface Waiting {
  row: NewSecurityRow;
  readonly dueAt: number;
}

export function createSecurityLog(deps: SecurityLogDeps): SecurityLog {
  const { store, clock, networkOf, onEvent, onRow = () => undefined, report } = deps;
  // Apart, so that a flood of attempts does not blur what owners do.
  const waiting = { usual: new Map<string, Waiting>(), suspect: new Map<string, Waiting>() };
  /** Until when equal events are counted instead of stored at once. */
  const foldUntil = new Map<string, number>();
  /** Passed to `onRow`, not stored yet. */
  let unstored: NewSecurityRow[] = [];
  let pruned = { at: 0, rows: 0 };
  let cancel: (() => void) | undefined;
  let storing: Promise<void> | undefined;

  const rowOf = ({ kind, account, visitor, detail = '' }: SecurityEvent): NewSecurityRow => ({
    at: clock.now(),
    kind,
    accountId: account,
    network: networkOf(visitor?.address ?? '').slice(0, 64),
    device: visitor?.device ?? '',
    requestId: visitor?.requestId ?? '',
    detail: detail.slice(0, MAX_DETAIL),
    count: 1,
  });

  function add(rows: Map<string, Waiting>, key: string, row: NewSecurityRow): void {
    const known = rows.get(key);
    if (known) known.row = { ...known.row, count: known.row.count + 1 };
    else rows.set(key, { row, dueAt: Math.max(clock.steady() + STORE_AFTER_MS, foldUntil.get(key) ?? 0) });
  }

  /** Moves the rows that are due to `unstored`. */
  function take(rows: Map<string, Waiting>, until: number): void {
    for (const [key, { row, dueAt }] of rows) {
      if (dueAt > until) continue;
      rows.delete(key);
      foldUntil.set(key, dueAt + FOLD_MS);
      unstored.push(row);
      onRow(row);
    }
  }

  function schedule(delayMs: number): void {
    cancel ??= clock.after(delayMs, () => {
      cancel = undefined;
      storing ??= flush(clock.steady()).finally(() => {
        storing = undefined;
      });
    });
  }

  async function flush(until: number): Promise<void> {
    take(waiting.usual, until);
    take(waiting.suspect, until);
    for (const [key, time] of foldUntil) if (time <= clock.steady()) foldUntil.delete(key);
    const stored = await write().then(
      () => true,
      (error: unknown) => {
        report(error);
        return false;
      },
    );
    if (!stored) unstored = unstored.slice(-MAX_WAITING);
    if (waiting.usual.size + waiting.suspect.size + unstored.length > 0)
      schedule(stored ? STORE_AFTER_MS : RETRY_AFTER_MS);
  }

  async function write(): Promise<void> {
    const rows = unstored;
    if (rows.length === 0) return;
    const now = clock.steady();
    const isPruning = now - pruned.at >= PRUNE_EVERY_MS || pruned.rows >= PRUNE_EVERY_ROWS;
    await store.write(async (transaction) => {
      const events = securityRepository(transaction);
      await events.insert(rows);
      if (isPruning) await events.prune(timestampMs(clock.surely(KEPT_MS) - KEPT_MS), KINDS, KEPT_PER_KIND);
    });
    unstored = unstored.slice(rows.length);
    pruned = isPruning ? { at: now, rows: 0 } : { ...pruned, rows: pruned.rows + rows.length };
  }

  return {
    record(event) {
      onEvent?.(event);
      const row = rowOf(event);
      const key = `${row.kind} ${row.accountId ?? ''} ${row.network} ${row.device} ${row.detail}`;
      const rows = waiting[SECURITY_KINDS[row.kind]];
      if (rows.has(key) || rows.size < MAX_WAITING) add(rows, key, row);
      else add(rows, row.kind, { ...row, accountId: undefined, network: 'various', device: '', detail: '' });
      schedule(STORE_AFTER_MS);
    },
    latest: (limit, filter = {}) => securityRepository(store.read).latest(limit, filter),
    async stop() {
      cancel?.();
      await storing;
      await flush(Number.POSITIVE_INFINITY);
      cancel?.();
    },
  };
}

const KINDS = Object.keys(SECURITY_KINDS) as readonly SecurityKind[];
