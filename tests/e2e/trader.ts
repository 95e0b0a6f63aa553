import type { Browser } from 'playwright';
import { onTestFinished } from 'vitest';
import type { WireOrder } from '../../shared/contract/order-row.ts';
import { type Operator, operatorOf } from '../helpers/operator.ts';
import { createPriceTape } from '../helpers/price-tape.ts';
import { startProduct } from '../helpers/product.ts';
import { closeAs, dealsOf, moveStopAs, submitAs } from './deals.ts';
import { handTo, joinAsDemo } from './member.ts';
import { openPhone, type Phone } from './phone.ts';
import { openBrowser } from './scene.ts';

/** A trader on a product of their own, at prices that stand still until it is started again. */
export interface Trader {
  readonly uid: string;
  readonly operator: Operator;
  /** Cuts the power, and plays these prices from now on. */
  restartAt(euros: readonly number[], pounds?: readonly number[]): Promise<void>;
  /** 0.1 lots at the market, by another device. */
  submit(side: 'buy' | 'sell', code: string, more?: Readonly<Record<string, string>>): Promise<WireOrder>;
  close(order: WireOrder): Promise<unknown>;
  moveStop(order: WireOrder, to: number): Promise<unknown>;
  /** As the exchange has them, the newest first. */
  deals(
    status: 'pending' | 'open' | 'closed',
    filter?: Readonly<Record<string, string>>,
  ): Promise<readonly WireOrder[]>;
  /** A phone of the trader's at this path; the orders by default. */
  show(path?: string): Promise<Phone>;
}

/** @returns opens one */
export function traders(): () => Promise<Trader> {
  const browser = openBrowser();
  return () => openTrader(browser());
}

async function openTrader(browser: Browser): Promise<Trader> {
  const euro = createPriceTape('EURUSD', 1.1);
  const pound = createPriceTape('GBPUSD', 1.3);
  const product = await startProduct({ FEED: `ticks:${euro.feed},${pound.feed}` });
  onTestFinished(() => product.stop());
  const { url } = product;
  const member = await joinAsDemo(product);
  return {
    uid: String(member.uid),
    operator: operatorOf(product.dataDir),
    async restartAt(euros, pounds = [1.3]) {
      euro.write(...euros);
      pound.write(...pounds);
      await product.crashAndRestart();
    },
    submit: (side, code, more = {}) => submitAs(url, member, side, code, more),
    close: (order) => closeAs(url, member, order),
    moveStop: (order, to) => moveStopAs(url, member, order, to),
    deals: (status, filter = {}) => dealsOf(url, member, status, filter),
    async show(path = '/order') {
      const phone = await openPhone(browser, url);
      await handTo(phone, member);
      await phone.page.goto(path);
      return phone;
    },
  };
}
