import { err, ok, type Result } from '../../shared/result.ts';
import { findThing, findVerb, type Things, type Values, wrongValue } from './arguments.ts';
import type { OperatorAnswer, OperatorServices } from './resource.ts';
import { logged } from './step-log.ts';

/** What comes over the channel. */
export interface StepRequest {
  readonly who: string;
  readonly thing: string;
  readonly verb: string;
  readonly values: Values;
}

/** `usage`: no such thing, verb or value; `refused`: the step found a reason. */
export interface StepRefusal {
  readonly kind: 'usage' | 'refused';
  readonly sentence: string;
}

/**
 * Runs one step of an operator and writes down that it was asked for.
 * @throws what the verb throws, a bug
 */
export async function runStep(
  things: Things,
  services: OperatorServices,
  { who, thing: thingName, verb: verbName, values }: StepRequest,
): Promise<Result<OperatorAnswer, StepRefusal>> {
  const thing = findThing(things, thingName);
  if (!thing.ok) return usage(thing.error);
  const verb = findVerb(thing.value, thingName, verbName);
  if (!verb.ok) return usage(verb.error);
  const wrong = wrongValue(verb.value, values);
  if (wrong !== undefined) return usage(wrong);
  const step = { who, thing: thingName, verb: verbName, subject: subjectOf(values) };
  const outcome = await logged(services, step, () => verb.value.run(services, values));
  return outcome.ok ? ok(outcome.value) : err({ kind: 'refused', sentence: outcome.error });
}

/** An `id` or `uid` is a number of ours; everything else that was typed may be about people. */
const subjectOf = ({ id, uid }: Values): string => [id, uid].find((one) => one && NUMBER.test(one)) ?? '';
const NUMBER = /^[0-9]{1,16}$/;

const usage = (sentence: string): Result<never, StepRefusal> => err({ kind: 'usage', sentence });
