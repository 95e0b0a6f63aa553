import type { WireOrder } from '../../shared/contract/order-row.ts';
import { askServed } from '../faults/served.ts';
import type { Member } from './member.ts';
import { instrumentNamed } from './phone.ts';

type Fields = Readonly<Record<string, string>>;

/** An account's orders as the exchange has them, the newest first. */
export const DEALS = { pending: '0', open: '1', closed: '3' } as const;

export async function dealsOf(
  url: string,
  { token }: Pick<Member, 'token'>,
  status: keyof typeof DEALS,
  filter: Fields = {},
): Promise<readonly WireOrder[]> {
  const orders: WireOrder[] = [];
  for (let page = 1; ; page++) {
    const fields = { ...filter, status: DEALS[status], page: String(page) };
    const { data } = await askServed(url, '/v1/api/forex/my_deal', fields, { token });
    orders.push(...data.data);
    if (data.data.length === 0 || orders.length >= data.total) return orders;
  }
}

/** An order of the member's, by another device. Throws if it is refused. */
export async function submitAs(
  url: string,
  { token }: Member,
  side: 'buy' | 'sell',
  code: string,
  more: Fields = {},
): Promise<WireOrder> {
  const { Id } = await instrumentNamed(url, code);
  const type = side === 'buy' ? '1' : '2';
  const fields = { type, cont: '0.1', forex_id: String(Id), status: '1', multiple: '100', ...more };
  return (await carriedOut(url, token, 'submit', fields)) as WireOrder;
}

export const closeAs = (url: string, { token }: Member, { Id }: WireOrder): Promise<unknown> =>
  carriedOut(url, token, 'close', { id: String(Id) });

/** Its stop loss from now on; it has no take profit. */
export const moveStopAs = (url: string, { token }: Member, { Id }: WireOrder, to: number): Promise<unknown> =>
  carriedOut(url, token, 'set_stop_price', {
    id: String(Id),
    stop_loss_price: String(to),
    target_profit_price: '0',
  });

async function carriedOut(url: string, token: string, call: string, fields: Fields): Promise<unknown> {
  const { code, data } = await askServed(url, `/v1/api/forex/${call}`, fields, { token });
  if (code !== 1) throw new Error(`${call} was answered with ${code}`);
  return data;
}
