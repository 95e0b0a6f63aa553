import { request as plainRequest, type RequestOptions } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { lookupPublic } from './push-services.ts';

/** An encrypted message, ready to be sent. */
export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
  /** Whether the endpoint's host may have a private address. */
  readonly isTrusted: boolean;
}

interface PushReply {
  readonly status: number;
  /** What the service asks to wait, in seconds. */
  readonly retryAfterS: number | undefined;
}

/** Sends a message; rejects without an answer in time. Follows no redirect. */
export interface PushPost {
  (request: PushRequest): Promise<PushReply>;
  /** Closes the connections. */
  stop(): void;
}

const ANSWER_MS = 10_000;
const MAX_SOCKETS = 16;

export function createPushPost(): PushPost {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, lookup: lookupPublic });
  const post = ({ endpoint, headers, body, isTrusted }: PushRequest) =>
    new Promise<PushReply>((resolve, reject) => {
      const options: RequestOptions = {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(isTrusted ? {} : { agent }),
      };
      const send = endpoint.startsWith('https:') ? secureRequest : plainRequest;
      const sent = send(endpoint, options, (response) => {
        // What it says besides its status is of no use, and may be long.
        response.on('error', reject).resume();
        resolve({
          status: response.statusCode ?? 0,
          retryAfterS: secondsOf(response.headers['retry-after']),
        });
      });
      sent.on('error', reject).end(body);
    });
  return Object.assign(post, { stop: () => agent.destroy() });
}

const secondsOf = (header: string | undefined): number | undefined =>
  header !== undefined && /^[0-9]{1,6}$/.test(header) ? Number(header) : undefined;
