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
  /**
   * Beyond the contract: while closed, when the next session begins, epoch ms of the exchange's clock as in `ts`; absent
   * when open or unknown.
   */
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

/** [Time (epoch s, start), Open, High, Low, Close, Volume] */
export type WireCandle = readonly [number, number, number, number, number, number];
/** [Id, Close, Open, MarketStatus, Time (epoch ms)] */
export type WireQuote = readonly [number, number, number, number, number];
