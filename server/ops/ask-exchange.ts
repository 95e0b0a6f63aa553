import { request } from 'node:http';
import { err, ok, type Result } from '../../shared/result.ts';
import { type OperatorKey, signRequest } from '../operators/operator-key.ts';
import type { ChannelReply } from './channel.ts';
import type { ChannelAddress } from './channel-file.ts';
import type { StepRequest } from './step.ts';

/** `gone`: the exchange no longer listens; `fault`: one sentence that says what went wrong. */
type ChannelFault = { readonly kind: 'gone' } | { readonly kind: 'fault'; readonly sentence: string };

/** With an operator's key: the port is all that is known of the exchange. */
export interface KeyAddress {
  readonly port: number;
  readonly operator: OperatorKey;
}

type Asked = Result<ChannelReply, ChannelFault>;

/** Sends one step to the running exchange and waits until it has ended. */
export async function askExchange(address: ChannelAddress | KeyAddress, step: StepRequest): Promise<Asked> {
  const { port } = address;
  const body = JSON.stringify(step);
  if ('token' in address) return answerIn(await post(port, address.token, body));
  const { operator } = address;
  const first = await post(port, '', '{}');
  if (!first.ok) return first;
  const { challenge } = first.value;
  if (challenge === undefined) return err({ kind: 'gone' });
  const signature = signRequest(operator, { challenge, port, body });
  const answer = await post(port, `Operator ${operator.name} ${challenge} ${signature}`, body);
  return answer.ok && answer.value.status === 401
    ? err({ kind: 'fault', sentence: `The exchange does not know this key of ${operator.name}.` })
    : answerIn(answer);
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly challenge: string | undefined;
}

function post(port: number, authorization: string, body: string): Promise<Result<Answer, ChannelFault>> {
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path: '/', method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(err(CUT_OFF)));
      response.on('end', () =>
        resolve(
          ok({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            challenge: response.headers['www-authenticate'],
          }),
        ),
      );
    });
    sent.on('error', (error) => resolve(err(isGone(error) ? { kind: 'gone' } : CUT_OFF)));
    sent.end(body);
  });
}

const CUT_OFF: ChannelFault = {
  kind: 'fault',
  sentence: 'The exchange stopped before it answered: check whether the step was done before you repeat it.',
};

const FAILED =
  'The exchange failed at this step, and its own output says why: check whether the step was done before you repeat it.';

const isGone = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED';

function answerIn(answer: Result<Answer, ChannelFault>): Asked {
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  switch (status) {
    case 200:
      return ok(JSON.parse(text));
    case 401:
    case 403:
      // Another program has the port by now.
      return err({ kind: 'gone' });
    case 413:
      return err({ kind: 'fault', sentence: 'The text is too long for one command.' });
    default:
      return err({ kind: 'fault', sentence: FAILED });
  }
}
