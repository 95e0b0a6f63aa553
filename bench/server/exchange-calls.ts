import { randomUUID } from 'node:crypto';

interface Listed {
  readonly Id: number;
  readonly Code: string;
  readonly HasForexMultiple: readonly { readonly Value: number }[];
}

/** All listed instruments in the order of their tapes: id, and a leverage that the instrument allows. */
export async function listInstruments(url: string): Promise<readonly (readonly [number, number])[]> {
  const { list } = await call<{ readonly list: readonly Listed[] }>(`${url}/v1/api/forex/trade_list`);
  return [...list]
    .sort((a, b) => (a.Code < b.Code ? -1 : 1))
    .map(({ Id, HasForexMultiple }) => [Id, HasForexMultiple.at(-1)?.Value ?? 1]);
}

/**
 * Buys at the market.
 * @returns whether the exchange took the order: its market may be closed
 */
export async function openPosition(
  url: string,
  token: string,
  [id, multiple]: readonly [id: number, multiple: number],
  lots: string,
): Promise<boolean> {
  const query = `type=1&cont=${lots}&forex_id=${id}&status=1&multiple=${multiple}&cid=bench-${randomUUID()}`;
  const response = await fetch(`${url}/v1/api/forex/submit?${query}`, {
    headers: { authorization: token, lang: 'en' },
  });
  return (await response.json()).code === 1;
}

/**
 * Opens demo accounts.
 * @returns their tokens
 */
export const enterAccounts = (url: string, count: number): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: count }, () => enterAccount(url)));

async function enterAccount(url: string): Promise<string> {
  const { demo_id } = await call<{ readonly demo_id: string }>(`${url}/api/user/createAccountDemoForU`);
  const { token } = await call<{ readonly token: string }>(`${url}/api/user/loginForU`, {
    method: 'POST',
    body: new URLSearchParams({ demo_id }),
  });
  return token;
}

async function call<T>(url: string, how: RequestInit = {}): Promise<T> {
  const response = await fetch(url, { ...how, headers: { lang: 'en' } });
  const answer = await response.json();
  if (answer.code !== 1) throw new Error(`${url} answered ${JSON.stringify(answer)}`);
  return answer.data;
}
