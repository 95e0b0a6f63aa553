import { type ParseArgsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Resource, Resources, Values, Verb } from '../resource.ts';
import { nearest } from './nearest.ts';

/** A command line, checked: its names exist. */
export type CommandLine =
  | { readonly kind: 'help'; readonly resource?: string; readonly verb?: string }
  | {
      readonly kind: 'step';
      readonly resource: string;
      readonly verb: string;
      readonly values: Readonly<Record<string, string>>;
      readonly json: boolean;
    };

type Options = NonNullable<ParseArgsConfig['options']>;
const FLAGS = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const satisfies Options;

/**
 * Reads `<resource> <verb> [values] [--name value | --name=value] [--json] [--help]`; after `--` every word is a value.
 * @returns one sentence for wrong usage
 */
export function readArguments(
  resources: Resources<never>,
  words: readonly string[],
): Result<CommandLine, string> {
  const tokens = tokensOf(words, FLAGS);
  const [first, second] = tokens.filter((token) => token.kind === 'positional');
  const early = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(FLAGS, token.name));
  if (early?.kind === 'option' && (first === undefined || early.index < first.index))
    return err(`${early.rawName} belongs after a resource and a verb.`);
  if (first === undefined) return ok({ kind: 'help' });

  const resource = findResource(resources, first.value);
  if (!resource.ok) return resource;
  const isHelp = tokens.some((token) => token.kind === 'option' && token.name === 'help');
  // The value of an option is no verb: `report --day 2026-11-28` is short for `report day --day 2026-11-28`.
  const isVerb = second !== undefined && !(resource.value.usual && early && early.index < second.index);
  const verbName = isVerb ? second.value : isHelp ? undefined : resource.value.usual;
  if (verbName === undefined) return ok({ kind: 'help', resource: first.value });
  const verb = findVerb(resource.value, first.value, verbName);
  if (!verb.ok) return verb;

  const rest = words.filter((_, index) => index !== first.index && !(isVerb && index === second.index));
  const command = readValues(verb.value, rest);
  if (!command.ok) return command;
  const { values, flags } = command.value;
  if (flags.has('help')) return ok({ kind: 'help', resource: first.value, verb: verbName });
  const wrong = wrongValue(verb.value, values);
  if (wrong !== undefined) return err(wrong);
  return ok({ kind: 'step', resource: first.value, verb: verbName, values, json: flags.has('json') });
}

export function findResource<R extends Resource<never>>(
  resources: Readonly<Record<string, R>>,
  name: string,
): Result<R, string> {
  const found = Object.hasOwn(resources, name) ? resources[name] : undefined;
  return found === undefined
    ? err(`There is no resource ${quote(name)}.${guess(name, resources)}`)
    : ok(found);
}

export function findVerb<Deps>(
  resource: Resource<Deps>,
  resourceName: string,
  name: string,
): Result<Verb<Deps>, string> {
  const found = Object.hasOwn(resource.verbs, name) ? resource.verbs[name] : undefined;
  if (found !== undefined) return ok(found);
  return err(`${resourceName} has no verb ${quote(name)}.${guess(name, resource.verbs)}`);
}

/** @returns one sentence when the values are not those that the verb takes */
export function wrongValue(verb: Verb<never>, values: Values): string | undefined {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(verb.parameters, name)) return noParameter(verb, name);
  }
  for (const [name, { choices, optional }] of Object.entries(verb.parameters)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined && optional !== true) return `${name} is missing.`;
    if (value === undefined || choices === undefined || choices.includes(value)) continue;
    return `${name} is one of ${choices.join(', ')}, not ${quote(value)}.`;
  }
  return undefined;
}

interface ValuesAndFlags {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
}

/** Values without a name fill, in order, the parameters that are not named. */
function readValues(verb: Verb<never>, words: readonly string[]): Result<ValuesAndFlags, string> {
  const named = Object.entries(verb.parameters).map(
    ([name, { isFlag }]) => [name, { type: isFlag ? 'boolean' : 'string' }] as const,
  );
  const plain: string[] = [];
  const values = new Map<string, string>();
  const flags = new Set<string>();
  for (const token of tokensOf(words, { ...Object.fromEntries(named), ...FLAGS })) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') plain.push(token.value);
    else if (Object.hasOwn(FLAGS, token.name) && token.value === undefined) flags.add(token.name);
    else if (!Object.hasOwn(verb.parameters, token.name)) return err(noParameter(verb, token.name));
    else if (values.has(token.name)) return err(`--${token.name} is given twice.`);
    else if (verb.parameters[token.name]?.isFlag) values.set(token.name, 'yes');
    else if (token.value === undefined) return err(`--${token.name} needs a value.`);
    else values.set(token.name, token.value);
  }
  const free = Object.keys(verb.parameters).filter(
    (name) => !values.has(name) && !verb.parameters[name]?.isFlag,
  );
  const surplus = plain[free.length];
  if (surplus !== undefined) return err(`${quote(surplus)} is one value too many.`);
  for (const [i, value] of plain.entries()) values.set(free[i] ?? '', value);
  return ok({ values: Object.fromEntries(values), flags });
}

/** A word with a single dash is a value, as in -5; only -h is an option. */
function tokensOf(words: readonly string[], options: Options) {
  const { tokens } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'option' || token.rawName.startsWith('--') || token.rawName === '-h') return [token];
    // A group of short options, as in -12.5, is one word in several tokens.
    if (tokens[at - 1]?.index === token.index) return [];
    return [{ kind: 'positional' as const, index: token.index, value: words[token.index] ?? '' }];
  });
}

const noParameter = ({ parameters }: Verb<never>, name: string): string =>
  `There is no --${name}.${guess(name, parameters)}`;

const quote = (word: string): string => `"${word.slice(0, 40)}"`;

function guess(word: string, names: object): string {
  const found = nearest(word, Object.keys(names));
  return found === undefined ? '' : ` Did you mean ${found}?`;
}
