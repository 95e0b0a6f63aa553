import type { Things } from './arguments.ts';
import type { Thing, Verb } from './resource.ts';

const COMMAND = 'npm run ops --';

/** Everything that can be asked for: the things and their verbs. */
export function helpOfAll(things: Things): string {
  const rows = Object.entries(things).flatMap(([name, thing]) => [
    [name, thing.help] as const,
    ...Object.entries(thing.verbs).map(([verb, { help }]) => [`  ${verb}`, help] as const),
  ]);
  return `${COMMAND} <thing> <verb> [values] [--name value] [--json]\n\n${columns(rows)}\n\n${COMMAND} <thing> <verb> --help tells its values.`;
}

export function helpOfThing(name: string, thing: Thing): string {
  const rows = Object.entries(thing.verbs).map(
    ([verb, one]) => [`  ${usageOf(name, verb, one)}`, one.help] as const,
  );
  const usual = thing.usual === undefined ? '' : `\n\n${COMMAND} ${name} is ${name} ${thing.usual}.`;
  return `${thing.help}\n\n${columns(rows)}${usual}`;
}

export function helpOfVerb(thing: string, name: string, verb: Verb): string {
  const rows = Object.entries(verb.parameters).map(([parameter, { help, optional, choices }]) => {
    const notes = [...(choices === undefined ? [] : [choices.join(', ')]), ...(optional ? ['optional'] : [])];
    return [`  ${parameter}`, notes.length === 0 ? help : `${help} (${notes.join('; ')})`] as const;
  });
  const parameters = rows.length === 0 ? '' : `\n\n${columns(rows)}`;
  return `${COMMAND} ${usageOf(thing, name, verb)} [--json]\n\n${verb.help}${parameters}`;
}

const usageOf = (thing: string, name: string, verb: Verb): string =>
  [
    thing,
    name,
    ...Object.entries(verb.parameters).map(([parameter, { optional }]) =>
      optional ? `[${parameter}]` : `<${parameter}>`,
    ),
  ].join(' ');

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, help]) => `${name.padEnd(width)}  ${help}`.trimEnd()).join('\n');
}
