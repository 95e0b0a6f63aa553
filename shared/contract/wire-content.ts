/** What the house publishes, on the network; see `wire.ts`. Times are ISO 8601, UTC. */

export interface WireArea {
  readonly id: number;
  /** ISO 3166. */
  readonly code: string;
  /** The dialling code, without a plus. */
  readonly global_code: string;
}

export interface WireBaseData {
  readonly service_link: string;
  /** 2 copy dialog, 3 redirect, else the chat page. */
  readonly service_link_type: number;
  /** 2 = image captcha. */
  readonly verify_reg_type: number;
  /** 1 = per-lot fee. */
  readonly trade_fee_type: number;
  readonly area_codes: readonly WireArea[];
  /** Beyond the contract: ISO 3166 codes of the countries that are not served, for the announcement text. */
  readonly blocked_countries?: readonly string[];
}

export interface WireCompanyStatus {
  readonly status: number;
  readonly url: string;
  readonly mode: number;
}

export interface WireCompany {
  readonly id: number;
  readonly name: string;
  readonly logo: string;
  readonly url: string;
  readonly subject: string;
  readonly registered_address: string;
  readonly location: string;
  readonly email: string;
}

export interface WireNews {
  readonly id: number;
  readonly title: string;
  readonly desc: string;
  /** A picture's address; empty without one. */
  readonly logo: string;
  readonly created_at: string;
}

export interface WireNewsItem extends WireNews {
  /** HTML of a few harmless elements. */
  readonly content: string;
}

export interface WireChatMessage {
  readonly id: number;
  readonly from: 'user' | 'service';
  readonly text: string;
  /** A picture's address, good for a while; empty without one. */
  readonly image: string;
  readonly created_at: string;
}
