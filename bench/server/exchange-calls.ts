interface Listed {
  readonly Id: number;
  readonly Code: string;
  readonly HasForexMultiple: readonly { readonly Value: number }[];
}

/** All listed instruments in the order of their tapes: id, and a leverage that each of them has. */
export async function listInstruments(url: string): Promise<readonly (readonly [number, number])[]> {
  const { list } = await call<{ readonly list: readonly Listed[] }>(`${url}/v1/api/forex/trade_list`);
  return [...list]
    .sort((a, b) => (a.Code < b.Code ? -1 : 1))
    .map(({ Id, HasForexMultiple }) => [Id, HasForexMultiple.at(-1)?.Value ?? 1]);
}

/** Opens demo accounts. @returns their tokens */
export async function enterAccounts(url: string, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const { demo_id } = await call<{ readonly demo_id: string }>(`${url}/api/user/createAccountDemoForU`);
    const login = await call<{ readonly token: string }>(`${url}/api/user/loginForU`, {
      method: 'POST',
      body: new URLSearchParams({ demo_id }),
    });
    tokens.push(login.token);
  }
  return tokens;
}

async function call<T>(url: string, how: RequestInit = {}): Promise<T> {
  const response = await fetch(url, { ...how, headers: { lang: 'en' } });
  const answer = await response.json();
  if (answer.code !== 1) throw new Error(`${url} answered ${JSON.stringify(answer)}`);
  return answer.data;
}
