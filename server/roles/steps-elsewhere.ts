import * as v from 'valibot';
import type { Bus } from '../bus/bus.ts';
import { jsonData, readJson } from '../bus/json.ts';
import { shardOf } from '../cluster/shards.ts';
import { type ChannelReply, type StepElsewhere, stepSchema } from '../ops/channel.ts';
import type { StepRequest } from '../ops/step.ts';

interface StepsDeps {
  readonly bus: Bus;
  readonly run: (step: StepRequest) => Promise<ChannelReply>;
  readonly report: (error: unknown) => void;
}

interface Steps {
  readonly elsewhere: StepElsewhere;
  /** Runs the steps about accounts of a shard. @returns stop */
  serve(shard: number): () => void;
}

const ANSWER_MS = 20_000;

const replySchema = v.custom<ChannelReply>(
  (value) => typeof value === 'object' && value !== null && 'ok' in value,
);

/** An operator's steps that move the money of an account, for the dealer that holds it. */
export function createStepsElsewhere({ bus, run, report }: StepsDeps): Steps {
  return {
    async elsewhere(account, step) {
      const subject = `ops.${shardOf(account)}`;
      const answered = await bus.request(subject, jsonData(step), ANSWER_MS);
      const reply = answered.ok
        ? readJson(replySchema, { subject, data: answered.value }, report)
        : undefined;
      if (reply === undefined) throw new Error(`the dealer of account ${account} does not answer`);
      return reply;
    },
    serve: (shard) =>
      bus.subscribe(`ops.${shard}`, (message) => {
        const step = readJson(stepSchema, message, report);
        if (step === undefined) return;
        run(step).then((reply) => message.respond?.(jsonData(reply)), report);
      }),
  };
}
