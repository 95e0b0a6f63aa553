import * as v from 'valibot';
import { err } from '../../shared/result.ts';
import type { Bus } from '../bus/bus.ts';
import { jsonData, readJson } from '../bus/json-messages.ts';
import { shardOf } from '../cluster/shards.ts';
import { type ChannelReply, type StepElsewhere, stepSchema } from '../ops/channel.ts';
import { crosses, type Step } from '../ops/step.ts';
import type { Resources } from '../resource.ts';

interface StepsDeps {
  /** A sealed one: the operator's name and the values of a step must be authentic. */
  readonly bus: Bus;
  readonly resources: Resources<never>;
  readonly run: (step: Step) => Promise<ChannelReply>;
  /** The epoch at which this process holds a shard; undefined if it does not. */
  readonly epochOf: (shard: number) => number | undefined;
  /** The epoch of a shard in the database. */
  readonly readEpoch: (shard: number) => Promise<number | undefined>;
  readonly report: (error: unknown) => void;
}

interface Steps {
  readonly elsewhere: StepElsewhere;
  /** Runs the steps about accounts of a shard. @returns stop */
  serve(shard: number): () => void;
}

const ANSWER_MS = 20_000;

/**
 * The message names the epoch of the shard, so that the next dealer ignores a copy. It could not know that it is one: each
 * process remembers only the messages that it has received itself.
 */
const messageSchema = v.strictObject({ epoch: v.number(), step: stepSchema });

const replySchema = v.custom<ChannelReply>(
  (value) => typeof value === 'object' && value !== null && 'ok' in value,
);

const refused = (sentence: string): ChannelReply => err({ kind: 'refused', sentence });

/** An operator's steps that move the money of an account, or answer in its chat, for the dealer that holds it. */
export function createStepsElsewhere(deps: StepsDeps): Steps {
  const { bus, resources, run, epochOf, readEpoch, report } = deps;
  const answerTo = async (shard: number, { epoch, step }: v.InferOutput<typeof messageSchema>) => {
    if (!crosses(resources, step))
      return refused(`${step.resource} ${step.verb} is not taken from other processes.`);
    if (epochOf(shard) !== epoch)
      return refused('The account has another dealer since: nothing was done, repeat the step.');
    return run(step);
  };
  return {
    async elsewhere(account, { who, resource, verb, values }) {
      const step = { who, resource, verb, values };
      const shard = shardOf(account);
      const subject = subjectOf(shard);
      const data = jsonData({ epoch: await readEpoch(shard), step });
      const answered = await bus.request(subject, data, ANSWER_MS);
      const reply = answered.ok
        ? readJson(replySchema, { subject, data: answered.value }, report)
        : undefined;
      if (reply === undefined) throw new Error(`the dealer of account ${account} does not answer`);
      return reply;
    },
    serve: (shard) =>
      bus.subscribe(subjectOf(shard), (message) => {
        const asked = readJson(messageSchema, message, report);
        if (asked === undefined) return;
        answerTo(shard, asked).then((reply) => message.respond?.(jsonData(reply)), report);
      }),
  };
}

const subjectOf = (shard: number): string => `ops.${shard}`;
