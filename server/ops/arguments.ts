import { err, ok, type Result } from '../../shared/result.ts';
import { nearest } from './nearest.ts';
import type { Thing, Verb } from './resource.ts';

export type Things = Readonly<Record<string, Thing>>;
export type Values = Readonly<Record<string, string>>;

/** What a command line asks for; names in it exist. */
export type Asked =
  | { readonly kind: 'help'; readonly thing?: string; readonly verb?: string }
  | {
      readonly kind: 'step';
      readonly thing: string;
      readonly verb: string;
      readonly values: Values;
      readonly json: boolean;
    };

/**
 * Reads `<thing> <verb> [values] [--name value | --name=value] [--json] [--help]`; after `--` everything is a value.
 * @returns one sentence for a wrong usage
 */
export function readArguments(things: Things, words: readonly string[]): Result<Asked, string> {
  const split = splitWords(words);
  if (!split.ok) return split;
  const { plain, named, flags } = split.value;
  const [thingName, verbName, ...rest] = plain;
  if (thingName === undefined) {
    const stray = named[0]?.[0];
    return stray === undefined ? ok({ kind: 'help' }) : err(`--${stray} belongs after a thing and a verb.`);
  }
  const thing = findThing(things, thingName);
  if (!thing.ok) return thing;
  const isHelp = flags.has('help');
  if (verbName === undefined && (isHelp || thing.value.usual === undefined)) {
    return ok({ kind: 'help', thing: thingName });
  }
  const verb = verbName ?? thing.value.usual ?? '';
  const found = findVerb(thing.value, thingName, verb);
  if (!found.ok) return found;
  if (isHelp) return ok({ kind: 'help', thing: thingName, verb });
  const values = collect(found.value, rest, named);
  if (!values.ok) return values;
  const wrong = wrongValue(found.value, values.value);
  if (wrong !== undefined) return err(wrong);
  return ok({ kind: 'step', thing: thingName, verb, values: values.value, json: flags.has('json') });
}

export function findThing(things: Things, name: string): Result<Thing, string> {
  const found = Object.hasOwn(things, name) ? things[name] : undefined;
  return found === undefined ? err(`There is no thing ${quote(name)}.${guess(name, things)}`) : ok(found);
}

export function findVerb(thing: Thing, thingName: string, name: string): Result<Verb, string> {
  const found = Object.hasOwn(thing.verbs, name) ? thing.verbs[name] : undefined;
  if (found !== undefined) return ok(found);
  return err(`${thingName} has no verb ${quote(name)}.${guess(name, thing.verbs)}`);
}

/** @returns one sentence when the values are not those that the verb takes */
export function wrongValue(verb: Verb, values: Values): string | undefined {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(verb.parameters, name)) return `There is no --${name}.${guess(name, verb.parameters)}`;
  }
  for (const [name, { choices, optional }] of Object.entries(verb.parameters)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined && optional !== true) return `${name} is missing.`;
    if (value === undefined || choices === undefined || choices.includes(value)) continue;
    return `${name} is one of ${choices.join(', ')}, not ${quote(value)}.`;
  }
  return undefined;
}

interface Split {
  readonly plain: readonly string[];
  readonly named: readonly (readonly [string, string])[];
  readonly flags: ReadonlySet<string>;
}

const FLAGS = ['json', 'help'];

function splitWords(words: readonly string[]): Result<Split, string> {
  const plain: string[] = [];
  const named: (readonly [string, string])[] = [];
  const flags = new Set<string>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') {
      plain.push(...words.slice(i + 1));
      break;
    }
    const [, name = '', joined] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (word === '-h') flags.add('help');
    else if (name === '') plain.push(word);
    else if (FLAGS.includes(name) && joined === undefined) flags.add(name);
    else {
      const value = joined ?? words[++i];
      if (value === undefined) return err(`--${name} needs a value.`);
      named.push([name, value]);
    }
  }
  return ok({ plain, named, flags });
}

/** Values without a name fill, in their order, the parameters that are not named. */
function collect(
  verb: Verb,
  plain: readonly string[],
  named: readonly (readonly [string, string])[],
): Result<Values, string> {
  const values = new Map<string, string>();
  for (const [name, value] of named) {
    if (values.has(name)) return err(`--${name} is given twice.`);
    values.set(name, value);
  }
  const free = Object.keys(verb.parameters).filter((name) => !values.has(name));
  const surplus = plain[free.length];
  if (surplus !== undefined) return err(`${quote(surplus)} is one value too many.`);
  for (const [i, value] of plain.entries()) values.set(free[i] ?? '', value);
  return ok(Object.fromEntries(values));
}

const quote = (word: string): string => `"${word.slice(0, 40)}"`;

function guess(word: string, names: object): string {
  const found = nearest(word, Object.keys(names));
  return found === undefined ? '' : ` Did you mean ${found}?`;
}
