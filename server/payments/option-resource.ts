import { parseScaled } from '../../shared/domain/decimal.ts';
import { type Ratio, ratio } from '../../shared/domain/foreign-amount.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { changedFacts, id, idOf } from '../command-values.ts';
import type { Changed, Facts, Parameter, Resource, Values } from '../resource.ts';
import { answerOf, type Row, sentence } from './payment-command-answer.ts';
import type { Options } from './payment-options.ts';
import type { Payments } from './payments.ts';

/** One value of an option: its help, and how its text changes the option. */
export interface OptionField<T> {
  readonly help: string;
  /** Without it `add` uses the value of `empty`. */
  readonly optional?: true;
  readonly choices?: readonly string[];
  readonly set: (option: T, text: string) => Result<T, string>;
}

interface OptionDescription<T extends { readonly id: number }> {
  readonly help: string;
  /** Noun for one option in sentences. */
  readonly what: string;
  readonly room: (payments: Payments) => Options<T>;
  /** Values that `add` starts from. */
  readonly empty: Omit<T, 'id'>;
  readonly fields: Readonly<Record<string, OptionField<Omit<T, 'id'>>>>;
  readonly row: (option: T) => Row & Facts;
  /** Names of values that may be about a person: the operators' log keeps which of them changed, and not the values. */
  readonly unlogged?: readonly string[];
}

/** A list of payment options with the verbs `list`, `add`, `change` and `remove`. */
export function optionResource<T extends { readonly id: number }>(
  of: OptionDescription<T>,
): Resource<{ readonly payments: Payments }> {
  const { what, room, fields, row, unlogged = [] } = of;
  const changedFrom = (before: T | undefined, after: T | undefined): Changed => {
    const [was, is] = [before && row(before), after && row(after)];
    const hidden = unlogged.filter((name) => was && is && was[name] !== is[name]);
    return changedFacts(
      was && without(was, unlogged),
      is && { ...without(is, unlogged), ...(hidden.length === 0 ? {} : { texts: hidden.join(', ') }) },
      ['id'],
    );
  };
  return {
    help: of.help,
    usual: 'list',
    verbs: {
      list: {
        help: 'All options on offer',
        parameters: {},
        run: async ({ payments }) => ok({ rows: (await room(payments).offered()).map(row) }),
      },
      add: {
        help: 'Adds an option',
        isSecurityEvent: true,
        parameters: parametersOf(fields, false),
        async run({ payments }, values) {
          const option = fill(of.empty, fields, values);
          if (!option.ok) return option;
          const added = await room(payments).add(option.value);
          return answerOf(added, what, row, (after) => changedFrom(undefined, after));
        },
      },
      change: {
        help: 'Changes the given values; earlier requests are not affected',
        isSecurityEvent: true,
        parameters: { id, ...parametersOf(fields, true) },
        async run({ payments }, values) {
          const number = idOf(values['id']);
          const before = (await room(payments).offered()).find((option) => option.id === number);
          if (before === undefined) return err(`There is no such ${what}.`);
          const option = fill<Omit<T, 'id'>>(before, fields, values);
          if (!option.ok) return option;
          const changed = await room(payments).change(number, option.value);
          return answerOf(changed, what, row, (after) => changedFrom(before, after));
        },
      },
      remove: {
        help: 'Removes an option; earlier requests are not affected',
        isSecurityEvent: true,
        parameters: { id },
        async run({ payments }, values) {
          const number = idOf(values['id']);
          const before = (await room(payments).offered()).find((option) => option.id === number);
          const removed = await room(payments).remove(number);
          if (!removed.ok) return err(sentence(removed.error, what));
          return ok({ rows: [], changed: changedFrom(before, undefined) });
        },
      },
    },
  };
}

const without = (facts: Facts, names: readonly string[]): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)));

function parametersOf<T>(
  fields: Readonly<Record<string, OptionField<T>>>,
  allOptional: boolean,
): Readonly<Record<string, Parameter>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { help, optional, choices }]) => [
      name,
      {
        help,
        ...(allOptional || optional ? { optional: true } : {}),
        ...(choices === undefined ? {} : { choices }),
      },
    ]),
  );
}

function fill<T>(
  begin: T,
  fields: Readonly<Record<string, OptionField<T>>>,
  values: Values,
): Result<T, string> {
  let option = begin;
  for (const [name, { set }] of Object.entries(fields)) {
    const text = values[name];
    if (text === undefined) continue;
    const after = set(option, text);
    if (!after.ok) return err(`${name} ${after.error}`);
    option = after.value;
  }
  return ok(option);
}

/** A decimal with up to six places, as in 0.0065. */
export function readRatio<T>(text: string, use: (value: Ratio) => T): Result<T, string> {
  const parsed = parseScaled(text, 6);
  return parsed.ok ? ok(use(ratio(parsed.value))) : err('is a plain decimal with at most 6 decimals.');
}
