import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { accountOfText } from '../accounts/user.ts';
import type { Clock } from '../clock.ts';
import { appendStep, type OperatorStep } from '../operators/operator-steps.ts';
import type { StepOutcome } from '../operators/operator-tables.ts';
import type { Facts, OperatorAnswer, Resources, Verb } from '../resource.ts';
import type { SecurityRecorder } from '../security/security.ts';
import { ElsewhereError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { findResource, findVerb, wrongValue } from './arguments.ts';

/** One command of an operator, as it is sent over the channel. */
export interface StepRequest {
  readonly resource: string;
  readonly verb: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A command with the operator who has proved to give it. */
export interface Step extends StepRequest {
  readonly who: string;
  /** Proved with the exchange's own channel file. */
  readonly isOwner?: boolean;
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
  { who, isOwner = false, resource: resourceName, verb: verbName, values }: Step,
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
    subject: numberIn(values) ?? codeIn(verb.value, values),
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
    if (verb.value.isOwners && !isOwner) return err('Only the owner of operator.json may do this.');
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

/**
 * Logs a step before it begins, so that none goes unseen, and then its outcome, with what it changed. A step that another
 * process carries out is refused here, and logged by that one again. An outcome that cannot be stored leaves the step `begun`.
 * @throws what `run` throws, or else the store
 */
export async function logged<E>(
  { store, clock }: StepLogDeps,
  step: Pick<OperatorStep, 'who' | 'resource' | 'verb' | 'subject' | 'detail'>,
  run: () => Promise<Result<OperatorAnswer, E>>,
): Promise<Result<OperatorAnswer, E>> {
  const append = (outcome: StepOutcome, begun: number | null, answer?: OperatorAnswer) => {
    const subject = step.subject || (answer?.changed && numberIn(answer.rows[0])) || '';
    const { before = null, after = null } = answer?.changed ?? {};
    const values = { before: jsonOf(before), after: jsonOf(after) };
    return store.write((transaction) =>
      appendStep(transaction, { ...step, ...values, subject, at: clock.now(), begun, outcome }),
    );
  };
  const begun = await append('begun', null);
  let result: Awaited<ReturnType<typeof run>>;
  try {
    result = await run();
  } catch (error) {
    // An error of the log must not hide the one of the step.
    await append(error instanceof ElsewhereError ? 'refused' : 'failed', begun).catch(() => undefined);
    throw error;
  }
  // Outside the try: a step that is done must not be logged as failed because this write is in doubt.
  await append(result.ok ? 'done' : 'refused', begun, result.ok ? result.value : undefined);
  return result;
}

/** Long texts are cut: who reads the log wants to recognise them. */
const jsonOf = (facts: Facts | null): string | null =>
  facts &&
  JSON.stringify(facts, (_, value) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : value));
const MAX_TEXT = 200;

/** The account that an answer or a request is about: a `uid`, or an `id` of the same form. */
const accountIn = (row: OperatorAnswer['rows'][number] = {}): AccountId | undefined =>
  accountOfText(String(row['uid'] ?? row['id']));

/** What a step is about: one of our numbers. */
const numberIn = ({ id, uid, user, order }: OperatorAnswer['rows'][number] = {}): string | undefined =>
  [id, uid, user, order].map((one) => String(one ?? '')).find((one) => NUMBER.test(one));
/** Or the code of an instrument. */
const codeIn = ({ parameters }: Verb<never>, { code = '' }: StepRequest['values']): string =>
  parameters['code']?.logged && CODE.test(code) ? code.toUpperCase() : '';
/** The values that the verb keeps, in the order of its parameters. */
const detailOf = ({ parameters }: Verb<never>, values: StepRequest['values']): string =>
  Object.keys(parameters)
    .flatMap((name) => (parameters[name]?.logged ? (values[name] ?? []) : []))
    .join(' ')
    .slice(0, MAX_DETAIL);
const MAX_DETAIL = 500;
const NUMBER = /^[0-9]{1,16}$/;
const CODE = /^[A-Za-z0-9._]{2,20}$/;

const usage = (sentence: string): Result<never, StepRefusal> => err({ kind: 'usage', sentence });
