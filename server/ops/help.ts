import type { Resource, Resources, Verb } from '../resource.ts';

const COMMAND = 'npm run ops --';

/** All resources with their verbs. */
export function helpOfAll(resources: Resources<never>): string {
  const rows = Object.entries(resources).flatMap(([name, { help, verbs }]) => [
    [name, help] as const,
    ...Object.entries(verbs).map(([verb, one]) => [`  ${verb}`, one.help] as const),
  ]);
  return `${COMMAND} <resource> <verb> [values] [--name value] [--json]\n\n${columns(rows)}\n\n${COMMAND} <resource> <verb> --help describes its values.`;
}

export function helpOfResource(name: string, resource: Resource<never>): string {
  const rows = Object.entries(resource.verbs).map(
    ([verb, one]) => [`  ${usageOf(name, verb, one)}`, one.help] as const,
  );
  const usual =
    resource.usual === undefined ? '' : `\n\n${COMMAND} ${name} is short for ${name} ${resource.usual}.`;
  return `${resource.help}\n\n${columns(rows)}${usual}`;
}

export function helpOfVerb(resource: string, name: string, verb: Verb<never>): string {
  const rows = Object.entries(verb.parameters).map(
    ([parameter, { help, optional, isFlag, choices = [] }]) => {
      const notes = [choices.join(', '), optional ? 'optional' : ''].filter((note) => note !== '').join('; ');
      return [`  ${isFlag ? '--' : ''}${parameter}`, notes === '' ? help : `${help} (${notes})`] as const;
    },
  );
  const parameters = rows.length === 0 ? '' : `\n\n${columns(rows)}`;
  return `${COMMAND} ${usageOf(resource, name, verb)} [--json]\n\n${verb.help}${parameters}`;
}

function usageOf(resource: string, name: string, verb: Verb<never>): string {
  const parameters = Object.entries(verb.parameters).map(([parameter, { optional, isFlag }]) =>
    isFlag ? `[--${parameter}]` : optional ? `[${parameter}]` : `<${parameter}>`,
  );
  return [resource, name, ...parameters].join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, help]) => `${name.padEnd(width)}  ${help}`).join('\n');
}
