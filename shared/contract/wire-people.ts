/** People's shapes on the network; see `wire.ts`. */

export interface WireUser {
  readonly uid: number;
  readonly email: string;
  readonly phone: string;
  /** The phone's dialling code; absent or empty without one. */
  readonly area_code?: string;
  /** 1 = demo. */
  readonly is_demo: number;
  readonly invite_code: string;
}

/** A place where the account is signed in. */
export interface WireSession {
  /** Names it for `endSession`; not the token. */
  readonly id: string;
  /** The browser and system as it told them, shortened to words a person knows. */
  readonly device: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly seen_at: string;
  /** 1 = the one that asks. */
  readonly is_current: number;
}

export interface WireReview {
  /** 0 the form, 1 waiting, else finished. */
  readonly review_status: number;
  /** Why the last papers were sent back; empty otherwise. */
  readonly remark: string;
}

/** A copy-trade leader; the figures cover the last three weeks. */
export interface WireLeader {
  readonly user: string;
  readonly multiple: number;
  readonly three_week_rate: number;
  readonly three_week_win: number;
  readonly three_week_profit: number;
  readonly total_rate: number;
  readonly total_trade_num: number;
  readonly code: string;
}
