export type Fields = Readonly<Record<string, string | number>>;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here
export type Ask = (method: 'GET' | 'POST', path: string, fields?: Fields) => Promise<any>;

/** Calls of the exchange that must succeed. */
export function caller(url: string, headers: Readonly<Record<string, string>> = {}): Ask {
  return async (method, path, fields = {}) => {
    const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const answer = await (method === 'GET'
      ? fetch(`${url}${path}?${form}`, { headers })
      : fetch(url + path, { method, headers, body: form }));
    const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string };
    if (code !== 1) throw new Error(`${path} answered ${code}: ${msg} ${JSON.stringify(data)}`);
    return data;
  };
}
