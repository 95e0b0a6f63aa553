export interface LeadersSchema {
  leaders: LeaderTable;
}

/** The accounts of the simulated traders: what is in here is nobody's. */
interface LeaderTable {
  name: string;
  account_id: number;
  began_at: number;
  /** Until when it has traded through stored candles; null before that is done. */
  past_until: number | null;
}
