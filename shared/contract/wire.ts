/**
 * The shapes that cross the network, named as the specification and the contract name them. Prices, lots and amounts
 * are decimal numbers here; `decode.ts` turns them into the domain's integers, `encode.ts` back.
 */

export interface WireInstrument {
  readonly Id: number;
  readonly Code: string;
  readonly ShowCode: string;
  readonly Logo: string;
  readonly CategoryId: number;
  /** 1 = open. */
  readonly MarketStatus: number;
  readonly PricePrecision: number;
  /** Lot step. */
  readonly Pip: number;
  readonly ForexMinCont: number;
  /** Units per lot. */
  readonly ForexContNum: number;
  readonly ForexFeeRate: number;
  /** 1 = fixed. */
  readonly MarginMode: number;
  readonly HasForexMultiple: readonly { readonly Value: number }[];
  /** Zeros while no price is known yet. */
  readonly ForexQuotations: { readonly Open: number; readonly Close: number; readonly Change: number };
  /** Beyond the specification; contract, section 4. */
  readonly QuoteCurrency: string;
  /** The conversion instrument's Code; empty when the quote currency is USD. */
  readonly SettleCode: string;
  /** Beyond the contract: epoch ms of the next session while closed; absent when open or unknown. */
  readonly NextOpenTime?: number;
}

export interface WireCategory {
  readonly Id: number;
  readonly NameShowTrans: string;
}

/** Status of an order on the wire: 0 dealing, 1 holding, 2 cancelled, 3 history. */
export const ORDER_STATUS = { pending: 0, open: 1, cancelled: 2, closed: 3 } as const;

export interface WireOrder {
  readonly Id: number;
  readonly ForexId: number;
  readonly ForexTradeLists: {
    readonly ShowCode: string;
    readonly Code: string;
    readonly PricePrecision: number;
  };
  /** 1 buy, else sell. */
  readonly OrderType: number;
  readonly Status: number;
  /** Lots. */
  readonly Quantity: number;
  /** The price at the opening; 0 while pending or when cancelled. */
  readonly OriginPrice: number;
  /** The pending order's target; of a market order its opening price. */
  readonly Price: number;
  /** The price now; once closed, the closing price. */
  readonly UpdatePrice: number;
  /** Floating profit at `UpdatePrice`; once closed, the realised one. */
  readonly FactProfits: number;
  readonly CautionMoney: number;
  readonly TradeFee: number;
  /** 0: none. */
  readonly TargetLossPrice: number;
  readonly TargetProfitPrice: number;
  readonly Multiple: number;
  /** ISO 8601, UTC. */
  readonly CreateTimeHandler: string;
  /** ISO 8601 once closed, else empty. */
  readonly CloseTimeHandler: string;
  /** Once closed: manual, stop-loss, take-profit, stop-out, reset; else empty. */
  readonly CloseReason: string;
}

export interface WireUser {
  readonly uid: number;
  readonly email: string;
  readonly phone: string;
  /** 1 = demo. */
  readonly is_demo: number;
  readonly invite_code: string;
}

export interface WireAccount {
  readonly balance: number;
  readonly lock_balance: number;
}

export interface WireDealPage {
  readonly data: readonly WireOrder[];
  readonly total: number;
  readonly balance: number;
  readonly all_fact_profits: number;
}

export interface WireBaseData {
  readonly service_link: string;
  /** 2 copy dialog, 3 redirect, else the chat page. */
  readonly service_link_type: number;
  /** 2 = image captcha. */
  readonly verify_reg_type: number;
  /** 1 = per-lot fee. */
  readonly trade_fee_type: number;
  readonly area_codes: readonly {
    readonly id: number;
    readonly code: string;
    readonly global_code: string;
  }[];
}

export interface WireCompanyStatus {
  readonly status: number;
  readonly url: string;
  readonly mode: number;
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

/** [Time (epoch s, start), Open, High, Low, Close, Volume] */
export type WireCandle = readonly [number, number, number, number, number, number];
/** [Id, Close, Open, MarketStatus, Time (epoch ms)] */
export type WireQuote = readonly [number, number, number, number, number];
