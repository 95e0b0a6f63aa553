import type { WireDealPage, WireOrder } from '../wire.ts';
import type { WireLeader } from '../wire-people.ts';
import type { None } from './none.ts';

export interface OrderCalls {
  submitOrder: {
    request: {
      readonly type: 1 | 2;
      readonly cont: string;
      readonly forex_id: number;
      readonly status: 0 | 1;
      readonly target_price?: string;
      readonly stop_loss_price?: string;
      readonly target_profit_price?: string;
      readonly multiple: number;
      readonly cid?: string;
      readonly seen_price?: string;
      readonly seen_at?: number;
      readonly deviation?: number;
    };
    answer: WireOrder;
  };
  getDeals: { request: { readonly status: 0 | 1 | 3; readonly page: number }; answer: WireDealPage };
  closeOrder: {
    request: { readonly id: number; readonly cont?: string; readonly cid?: string };
    answer: WireOrder;
  };
  cancelOrder: { request: { readonly id: number }; answer: WireOrder };
  setStops: {
    request: { readonly id: number; readonly target_profit_price: string; readonly stop_loss_price: string };
    answer: WireOrder;
  };
  getLeaders: { request: None; answer: readonly WireLeader[] };
}
