import { askExchange } from '../../server/ops/ask-exchange.ts';
import { readAddress } from '../../server/ops/channel-file.ts';
import type { StepRefusal } from '../../server/ops/step.ts';
import type { OperatorAnswer } from '../../server/resource.ts';
import type { Result } from '../../shared/result.ts';

type Values = Readonly<Record<string, string>>;

/** An operator of the running exchange with this data folder, on its own channel. */
export interface Operator {
  ask(resource: string, verb: string, values?: Values): Promise<Result<OperatorAnswer, StepRefusal>>;
  /** The rows of a command that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are looked into freely here
  rows(resource: string, verb: string, values?: Values): Promise<readonly any[]>;
  /** The message of a command that must be refused. */
  refused(resource: string, verb: string, values?: Values): Promise<string>;
}

export function operatorOf(dataDir: string | (() => string)): Operator {
  const ask: Operator['ask'] = async (resource, verb, values = {}) => {
    const address = readAddress(typeof dataDir === 'string' ? dataDir : dataDir());
    if (address === undefined) throw new Error('no exchange is running there');
    const reply = await askExchange(address, { resource, verb, values });
    if (!reply.ok) throw new Error(JSON.stringify(reply.error));
    return reply.value;
  };
  return {
    ask,
    async rows(resource, verb, values) {
      const answer = await ask(resource, verb, values);
      if (!answer.ok) throw new Error(answer.error.sentence);
      return answer.value.rows;
    },
    async refused(resource, verb, values) {
      const answer = await ask(resource, verb, values);
      if (answer.ok) throw new Error(`${resource} ${verb} was not refused`);
      return answer.error.sentence;
    },
  };
}
