import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { accountOfText } from '../accounts/user.ts';
import type { Clock } from '../clock.ts';
import type { OperatorAnswer, Resources, Verb } from '../resource.ts';
import type { SecurityRecorder } from '../security/security.ts';
import { ElsewhereError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { findResource, findVerb, wrongValue } from './arguments.ts';
import { type OperatorStep, operatorLogRepository } from './operator-log-repository.ts';

/** One command of an operator, as it is sent over the channel. */
export interface StepRequest {
  readonly who: string;
  readonly resource: string;
  readonly verb: string;
  readonly values: Readonly<Record<string, string>>;
}

/** `usage`: no such resource, verb or value; `refused`: the step found a reason. */
export interface StepRefusal {
  readonly kind: 'usage' | 'refused';
  readonly sentence: string;
}

/** What the log of the operators needs. */
export interface StepLogDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly security?: SecurityRecorder;
}

/**
 * Runs one step of an operator and logs it.
 * @throws what the verb throws: a bug
 */
export async function runStep<Deps extends StepLogDeps>(
  resources: Resources<Deps>,
  deps: Deps,
  { who, resource: resourceName, verb: verbName, values }: StepRequest,
): Promise<Result<OperatorAnswer, StepRefusal>> {
  const resource = findResource(resources, resourceName);
  if (!resource.ok) return usage(resource.error);
  const verb = findVerb(resource.value, resourceName, verbName);
  if (!verb.ok) return usage(verb.error);
  const wrong = wrongValue(verb.value, values);
  if (wrong !== undefined) return usage(wrong);
  const step = {
    who,
    resource: resourceName,
    verb: verbName,
    subject: subjectOf(values),
    detail: detailOf(verb.value, values),
  };
  const record = (about: AccountId | undefined, end: '' | ' failed') => {
    if (!verb.value.isSecurityEvent) return;
    const subject = step.subject === '' ? '' : ` ${step.subject}`;
    const detail = `${resourceName} ${verbName}${subject}${end} by ${who}`;
    deps.security?.record({ kind: 'operator_step', account: about, detail });
  };
  // Recorded before the log takes the outcome, which may fail when the step is done.
  const outcome = await logged(deps, step, async () => {
    try {
      const answer = await verb.value.run(deps, values);
      if (answer.ok) record(accountIn(answer.value.rows[0]), '');
      return answer;
    } catch (error) {
      // Part of it may be done, unless another process carries it out.
      if (!(error instanceof ElsewhereError)) record(accountIn(values), ' failed');
      throw error;
    }
  });
  return outcome.ok ? ok(outcome.value) : err({ kind: 'refused', sentence: outcome.error });
}

/** Whether the step may come from another process. */
export function crosses(
  resources: Resources<never>,
  { resource, verb }: Pick<StepRequest, 'resource' | 'verb'>,
): boolean {
  const found = findResource(resources, resource);
  const its = found.ok ? findVerb(found.value, resource, verb) : found;
  return its.ok && its.value.crosses === true;
}

/** Logs a step before it begins, so that none goes unseen, and then its outcome. */
export async function logged<T, E>(
  { store, clock }: StepLogDeps,
  step: Omit<OperatorStep, 'id' | 'at' | 'outcome'>,
  run: () => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const id = await store.write((transaction) =>
    operatorLogRepository(transaction).begin({ ...step, at: clock.now() }),
  );
  const end = (outcome: OperatorStep['outcome']) =>
    store.write((transaction) => operatorLogRepository(transaction).end(id, outcome));
  try {
    const result = await run();
    await end(result.ok ? 'done' : 'refused');
    return result;
  } catch (error) {
    // It is logged again by the process that carries it out.
    await end(error instanceof ElsewhereError ? 'refused' : 'failed');
    throw error;
  }
}

/** The account that an answer or a request is about: a `uid`, or an `id` of the same form. */
const accountIn = (row: OperatorAnswer['rows'][number] = {}): AccountId | undefined =>
  accountOfText(String(row['uid'] ?? row['id']));

/** An `id` or `uid` is one of our numbers; any other value may be about people. */
const subjectOf = ({ id, uid }: StepRequest['values']): string =>
  [id, uid].find((one) => one && NUMBER.test(one)) ?? '';
/** The values that the verb keeps, in the order of its parameters. */
const detailOf = ({ parameters }: Verb<never>, values: StepRequest['values']): string =>
  Object.keys(parameters)
    .flatMap((name) => (parameters[name]?.logged ? (values[name] ?? []) : []))
    .join(' ')
    .slice(0, MAX_DETAIL);
const MAX_DETAIL = 500;
const NUMBER = /^[0-9]{1,16}$/;

const usage = (sentence: string): Result<never, StepRefusal> => err({ kind: 'usage', sentence });
