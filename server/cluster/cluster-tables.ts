export interface ClusterSchema {
  shards: ShardTable;
  shard_holders: ShardHolderTable;
}

interface ShardTable {
  id: number;
  /** Raised by each holder as it takes the shard: what an earlier one still writes is refused. */
  epoch: number;
  /** Null after it was given back. */
  holder: string | null;
}

/** Apart from the epochs, so that a beat never waits for a transaction that checks one. */
interface ShardHolderTable {
  name: string;
  /** By the clock of the database, in ms. Others may take its shards after that. */
  alive_until: number;
  /** Its writing session, which the next holder ends. */
  pid: number;
  backend_start: string;
}
