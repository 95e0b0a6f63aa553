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
