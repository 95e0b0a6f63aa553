declare module '../store/schema.ts' {
  interface Schema {
    shards: ShardTable;
    shard_holders: ShardHolderTable;
    rate_limits: RateLimitTable;
  }
}

/** What addresses and users have used up of the limits that gateways share. */
interface RateLimitTable {
  /** Hash of the limit's name and of the address or user. */
  key: string;
  /** When the allowance is full again, in ms. */
  full_at: number;
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
  /** 1 when it had the broker at its last beat. */
  has_broker: number;
}

export {};
