import { err, ok } from '../../shared/result.ts';
import type { OperatorAnswer, Resource } from '../resource.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Presence, Present } from './presence.ts';

interface ClusterDeps {
  readonly store: Pick<Store, 'read'>;
  /** Absent where one process does everything. */
  readonly cluster?: Pick<Presence, 'list'> | undefined;
}

export const cluster: Resource<ClusterDeps> = {
  help: 'The processes of an exchange in parts',
  usual: 'list',
  verbs: {
    list: {
      help: 'Lists who is present, whether it is ready, and how late its prices are; status 1 when a role has nobody who is ready',
      parameters: {},
      run: async ({ cluster: presence }) =>
        presence === undefined
          ? err('This exchange is one process: ROLE=all.')
          : ok(answerOf(presence.list())),
    },
    shards: {
      help: 'Lists who deals for which shards of accounts, by the database, and the epochs that were reached',
      parameters: {},
      run: async ({ store }) => ok(shardsOf(await readShards(store.read))),
    },
  },
};

const ROLES = ['dealer', 'feed', 'gateway'];

/** The processes as a table for the operator. */
export function answerOf(present: readonly Present[]): OperatorAnswer {
  const rows = present.map(({ role, node, pid, url, since, state, lag_ms }) => ({
    role,
    node,
    pid,
    state,
    since: new Date(since).toISOString(),
    lag_ms: lag_ms === null ? null : Math.round(lag_ms),
    url,
  }));
  const missing = ROLES.filter((role) => !present.some((one) => one.role === role && one.state === 'ready'));
  if (missing.length === 0) return { rows };
  return { rows, note: `Nobody is ready as ${missing.join(', or as ')}.`, failed: true };
}

interface HeldShard {
  readonly id: number;
  readonly epoch: number;
  /** Null if nobody holds it. */
  readonly holder: string | null;
}

export const readShards = (db: Db): Promise<readonly HeldShard[]> =>
  db.selectFrom('shards').select(['id', 'epoch', 'holder']).orderBy('id').execute();

/** One row for each holder. */
export function shardsOf(shards: readonly HeldShard[]): OperatorAnswer {
  const rows = [...Map.groupBy(shards, ({ holder }) => holder)].map(([holder, held]) => ({
    holder,
    count: held.length,
    shards: rangesOf(held.map(({ id }) => id)),
    epochs: rangesOf([...new Set(held.map(({ epoch }) => epoch))].sort((a, b) => a - b)),
  }));
  const free = rows.find(({ holder }) => holder === null);
  if (free === undefined) return { rows };
  return { rows, note: `Without anybody who deals for them: ${free.count}.`, failed: true };
}

/** Rising numbers as in `0-3, 7`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
