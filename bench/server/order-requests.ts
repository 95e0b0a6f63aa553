import { type Agent, type OutgoingHttpHeaders as Headers, request } from 'node:http';
import { STAMPS } from './monotonic.ts';
import type { OrderTask } from './server-load.ts';

const TIMEOUT_MS = 10_000;

interface Answer {
  readonly id: number;
  /** When the server received the request, and when its response left; NaN from a server without stamps. */
  readonly inMs: number;
  readonly outMs: number;
}

const run = process.pid.toString(36);

/**
 * The path of an order, under a new `cid`.
 * @param count of the orders of this process
 * @param id of the position to close; undefined opens one
 */
export function orderPath(
  { target, instruments }: Pick<OrderTask, 'target' | 'instruments'>,
  count: number,
  id: number | undefined,
): string {
  const cid = `bench-${run}-${count}`;
  const [instrument, multiple] = instruments[count % instruments.length] ?? [];
  const query =
    id === undefined
      ? `submit?type=1&cont=0.01&forex_id=${instrument}&status=1&multiple=${multiple}&cid=${cid}`
      : `close?id=${id}&cid=${cid}`;
  return target === 'product' ? `/v1/api/forex/${query}` : `/${query}`;
}

/** Rejects if the exchange does not take the order. @param own headers: `authorization` at least */
export function sendOrder(agent: Agent, port: number, path: string, own: Headers): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { lang: 'en', ...own };
    const sent = request(
      { agent, port, host: '127.0.0.1', path, headers, timeout: TIMEOUT_MS },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          const answer = JSON.parse(text);
          const [inMs = Number.NaN, outMs = Number.NaN] = String(response.headers[STAMPS])
            .split(' ')
            .map(Number);
          if (answer.code === 1) resolve({ id: answer.data.Id, inMs, outMs });
          else reject(new Error(text));
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end();
  });
}
