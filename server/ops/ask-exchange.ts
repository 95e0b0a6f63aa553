import { request } from 'node:http';
import { err, ok, type Result } from '../../shared/result.ts';
import type { ChannelReply } from './channel.ts';
import type { ChannelAddress } from './channel-file.ts';
import type { StepRequest } from './step.ts';

/** `gone`: the exchange no longer listens; `fault`: one sentence that says what went wrong. */
export type ChannelFault = { readonly kind: 'gone' } | { readonly kind: 'fault'; readonly sentence: string };

/** Sends one step to the running exchange and waits until it has ended. */
export function askExchange(
  { port, token }: ChannelAddress,
  step: StepRequest,
): Promise<Result<ChannelReply, ChannelFault>> {
  const body = JSON.stringify(step);
  const headers = {
    authorization: token,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path: '/', method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(err(CUT_OFF)));
      response.on('end', () =>
        resolve(readReply(response.statusCode ?? 0, Buffer.concat(chunks).toString())),
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

function readReply(status: number, text: string): Result<ChannelReply, ChannelFault> {
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
