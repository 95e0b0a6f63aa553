import type { ShardFence } from '../../../server/cluster/fence.ts';
import type { LeaseRows } from '../../../server/cluster/lease.ts';
import { COMMON_SHARD } from '../../../server/cluster/shards.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import type { Db } from '../../../server/store/schema.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { getOrCreate } from '../../../shared/get-or-create.ts';
import type { Chance } from '../chance.ts';
import { START_BALANCE } from './figures.ts';
import type { Process, Timeline } from './timeline.ts';

/** An account as it is stored. */
export interface Held {
  readonly n: number;
  readonly balance: number;
  readonly open: ReadonlyMap<number, { readonly openedAt: number }>;
}

export interface Entry {
  readonly account: AccountId;
  readonly order: number;
  readonly what: 'opened' | 'closed';
  readonly amount: number;
  readonly cid: string | undefined;
  readonly decidedAt: number;
}

/** What is stored under a `cid`: the order, none, or the code of a refusal. */
export interface StoredReply {
  readonly order: number | undefined;
  readonly code?: number | undefined;
}

/** What a dealer decided, written as it is: only the fence keeps it from overwriting what another one has written. */
export interface Change {
  readonly account: AccountId;
  readonly after: Held;
  readonly entries: readonly Entry[];
  readonly reply: (StoredReply & { readonly cid: string }) | undefined;
}

interface Session {
  read<T>(what: () => T): Promise<T>;
  write<T>(work: (transaction: Db) => Promise<T>, on?: AccountId): Promise<T>;
  readonly rows: LeaseRows;
  put(transaction: Db, change: Change): void;
  shared(
    transaction: Db,
    ids: readonly number[],
  ): Promise<readonly { readonly id: number; readonly epoch: number }[]>;
  isReachable(): boolean;
}

/** A PostgreSQL as the dealers use it: sessions, transactions, locks on the rows of shards, and what is committed. */
export interface Database {
  readonly accounts: Map<AccountId, Held>;
  readonly replies: Map<string, StoredReply>;
  readonly entries: readonly Entry[];
  readonly shards: readonly { readonly id: number; readonly epoch: number; readonly holder: string | null }[];
  /** Accounts that after a commit were not what their entries, folded from the first, say. */
  readonly unlike: readonly AccountId[];
  takeNumber(): number;
  /** @param fence absent: a process that only reads; `isFenced` false leaves it out, to see that it is missed */
  connect(process: Process, fence: () => ShardFence | undefined, isFenced: boolean): Session;
  /** Does it once, when the next order of a process is committed, before the process learns of it. */
  atCommit(process: Process, what: () => void): void;
  /** Ends the sessions of a process, which connects again. */
  cut(process: Process): void;
}

interface Backend {
  readonly process: Process;
  isAlive: boolean;
}

interface Transaction {
  readonly backend: Backend;
  readonly effects: (() => void)[];
}

const LATEST_MS = 3;
const RECONNECT_MS = 100;
const LOCK_TIMEOUT_MS = 2_000;

export const replyKey = (account: AccountId, cid: string): string => `${account} ${cid}`;

/** Folds the entries of each account from the first. @returns whether the account is what they say */
function createFold() {
  const folded = new Map<AccountId, { balance: number; readonly open: Set<number> }>();
  return (account: AccountId, held: Held, more: readonly Entry[]): boolean => {
    const said = getOrCreate(folded, account, () => ({ balance: START_BALANCE, open: new Set<number>() }));
    for (const { what, order, amount } of more) {
      said.balance += amount;
      if (what === 'opened') said.open.add(order);
      else said.open.delete(order);
    }
    const isSame = held.open.size === said.open.size && [...said.open].every((order) => held.open.has(order));
    return isSame && held.balance === said.balance;
  };
}

export function createDatabase(timeline: Timeline, chance: Chance): Database {
  const accounts = new Map<AccountId, Held>();
  const replies = new Map<string, StoredReply>();
  const entries: Entry[] = [];
  const isFold = createFold();
  const unlike: AccountId[] = [];
  const shards = Array.from({ length: COMMON_SHARD + 1 }, (_, id) => ({
    id,
    epoch: 0,
    holder: null as string | null,
  }));
  const holders = new Map<string, { aliveUntil: number; backend: Backend; hasBroker: boolean }>();
  const backends = new Map<Process, Backend>();
  const locks = new Map<number, { readonly shared: Set<Transaction>; exclusive: Transaction | undefined }>(
    shards.map(({ id }) => [id, { shared: new Set(), exclusive: undefined }]),
  );
  const atCommit = new Map<Process, () => void>();
  let numbers = 0;

  const release = (one: (transaction: Transaction) => boolean): void => {
    for (const lock of locks.values()) {
      for (const holder of lock.shared) if (one(holder)) lock.shared.delete(holder);
      if (lock.exclusive && one(lock.exclusive)) lock.exclusive = undefined;
    }
  };
  const end = (backend: Backend): void => {
    backend.isAlive = false;
    release((transaction) => transaction.backend === backend);
  };
  /** Runs at the server, also while the process stands still, which learns of it when it goes on. */
  const atServer = <T>(backend: Backend, what: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const back = (settle: () => void) =>
        timeline.at(timeline.now() + chance.whole(0, LATEST_MS), () => backend.process.run(settle));
      timeline.at(timeline.now() + chance.whole(0, LATEST_MS), () => {
        if (!backend.isAlive) {
          back(() => reject(new UnavailableError('the session has ended')));
          return;
        }
        try {
          const value = what();
          // What the session has done stays done, but nobody learns of it.
          back(() => (backend.isAlive ? resolve(value) : reject(new Error('the connection is lost'))));
        } catch (error) {
          back(() => reject(error));
        }
      });
    });
  const lock = async (
    of: Transaction,
    ids: readonly number[],
    how: 'shared' | 'exclusive',
  ): Promise<void> => {
    const until = timeline.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      const isTaken = await atServer(of.backend, () => {
        const wanted = ids.flatMap((id) => locks.get(id) ?? []);
        const isFree = wanted.every(
          ({ shared, exclusive }) =>
            (exclusive === undefined || exclusive === of) &&
            (how === 'shared' || [...shared].every((one) => one === of)),
        );
        if (isFree)
          for (const one of wanted) {
            if (how === 'shared') one.shared.add(of);
            else one.exclusive = of;
          }
        return isFree;
      });
      if (isTaken) return;
      if (timeline.now() > until) throw new Error('a lock is not free');
    }
  };
  const transactionOf = (db: Db): Transaction => db as unknown as Transaction;

  const rows: LeaseRows = {
    async beat(db, { holder, leaseMs, hasBroker }) {
      const { backend, effects } = transactionOf(db);
      effects.push(() => holders.set(holder, { aliveUntil: timeline.now() + leaseMs, backend, hasBroker }));
    },
    look: (db) =>
      atServer(transactionOf(db).backend, () => {
        const isAlive = ({ aliveUntil, backend }: { aliveUntil: number; backend: Backend }) =>
          backend.isAlive && aliveUntil >= timeline.now();
        const alive = [...holders].filter(([, one]) => isAlive(one)).map(([name]) => name);
        const dead = [...holders].filter(([, one]) => !isAlive(one)).map(([name]) => name);
        const names = new Set(alive);
        return {
          shards: shards.map((row) => ({ ...row, isHeld: row.holder !== null && names.has(row.holder) })),
          alive,
          connected: alive.filter((name) => holders.get(name)?.hasBroker),
          dead,
        };
      }),
    async endHolders(db, dead) {
      const { backend, effects } = transactionOf(db);
      await atServer(backend, () => {
        for (const name of dead) {
          const one = holders.get(name);
          if (one !== undefined && one.backend !== backend) end(one.backend);
        }
      });
      effects.push(() => {
        for (const name of dead) holders.delete(name);
      });
    },
    async takeShards(db, holder, wanted) {
      const transaction = transactionOf(db);
      await lock(
        transaction,
        wanted.map(({ id }) => id),
        'exclusive',
      );
      const found = wanted.filter(({ id, epoch }) => shards[id]?.epoch === epoch);
      transaction.effects.push(() => {
        for (const { id, epoch } of found) shards[id] = { id, epoch: epoch + 1, holder };
      });
      return new Map(found.map(({ id, epoch }) => [id, epoch + 1]));
    },
    async giveBack(db, holder, ids) {
      transactionOf(db).effects.push(() => {
        for (const id of ids) {
          const row = shards[id];
          if (row?.holder === holder) row.holder = null;
        }
      });
    },
    async leave(db, holder) {
      transactionOf(db).effects.push(() => {
        for (const row of shards) if (row.holder === holder) row.holder = null;
        holders.delete(holder);
      });
    },
  };

  return {
    accounts,
    replies,
    entries,
    unlike,
    shards,
    takeNumber: () => ++numbers,
    atCommit: (process, what) => void atCommit.set(process, what),
    cut(process) {
      const backend = backends.get(process);
      if (backend) end(backend);
    },
    connect(process, fence, isFenced) {
      let writes: Promise<unknown> = Promise.resolve();
      let backend: Backend = { process, isAlive: true };
      backends.set(process, backend);
      process.onEnd(() => end(backend));
      const current = (): Backend => {
        if (!backend.isAlive)
          process.clock.after(RECONNECT_MS, () => {
            if (backend.isAlive) return;
            backend = { process, isAlive: true };
            backends.set(process, backend);
          });
        return backend;
      };
      const attempt = async <T>(work: (db: Db) => Promise<T>, on: AccountId | undefined): Promise<T> => {
        const transaction: Transaction = { backend: current(), effects: [] };
        const db = transaction as unknown as Db;
        try {
          if (isFenced) await fence()?.check(db, [on]);
          const value = await work(db);
          await atServer(transaction.backend, () => {
            for (const effect of transaction.effects) effect();
            release((one) => one === transaction);
            if (on === undefined) return;
            atCommit.get(process)?.();
            atCommit.delete(process);
          });
          return value;
        } catch (error) {
          release((one) => one === transaction);
          throw error;
        }
      };
      return {
        rows,
        read: (what) => atServer(current(), what),
        write<T>(work: (db: Db) => Promise<T>, on?: AccountId): Promise<T> {
          const mine = writes.then(() => attempt(work, on));
          writes = mine.catch(() => undefined);
          return mine;
        },
        put(db, { account, after, entries: more, reply }) {
          transactionOf(db).effects.push(() => {
            accounts.set(account, after);
            entries.push(...more);
            if (!isFold(account, after, more)) unlike.push(account);
            if (reply) replies.set(replyKey(account, reply.cid), reply);
          });
        },
        async shared(db, ids) {
          await lock(transactionOf(db), ids, 'shared');
          return ids.flatMap((id) => shards[id] ?? []).map(({ id, epoch }) => ({ id, epoch }));
        },
        isReachable: () => backend.isAlive,
      };
    },
  };
}
