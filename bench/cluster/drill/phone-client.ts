import { Agent, request } from 'node:http';

const ANSWER_MS = 10_000;

interface Reply {
  readonly status: number;
  readonly body: { readonly code: number; readonly msg: string; readonly data: unknown };
}

interface Asked {
  readonly token: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Sends the values as a form; otherwise in the address. */
  readonly post: boolean;
}

/** Sends calls of the API from one of this machine's addresses, by which a balancer chooses the gateway. */
export function createPhoneClient(origin: string, localAddress: string | undefined) {
  const agent = new Agent({ keepAlive: true, ...(localAddress === undefined ? {} : { localAddress }) });
  return {
    /** Rejects without a whole answer in time. */
    ask(path: string, { token, values, post }: Asked): Promise<Reply> {
      const form = formOf(values);
      const query = post || form.size === 0 ? '' : `?${form}`;
      return new Promise((resolve, reject) => {
        const headers = {
          ...(token === '' ? {} : { authorization: token }),
          ...(post ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        };
        const how = { agent, method: post ? 'POST' : 'GET', headers, signal: AbortSignal.timeout(ANSWER_MS) };
        const sent = request(`${origin}${path}${query}`, how, (response) => {
          const parts: Buffer[] = [];
          response.on('error', reject).on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            try {
              const body: Reply['body'] = JSON.parse(Buffer.concat(parts).toString());
              resolve({ status: response.statusCode ?? 0, body });
            } catch (error) {
              reject(error);
            }
          });
        });
        sent.on('error', reject).end(post ? String(form) : undefined);
      });
    },
    end: () => agent.destroy(),
  };
}

/** The values as the API takes them. */
export const formOf = (values: Asked['values']): URLSearchParams =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
