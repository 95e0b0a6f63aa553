import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../server/ops/arguments.ts';
import { distance, nearest } from '../../../server/ops/nearest.ts';
import { RESOURCES } from '../../../server/ops/resources.ts';
import type { Resources, Verb } from '../../../server/resource.ts';
import { ok } from '../../../shared/result.ts';

const verb = (parameters: Verb<never>['parameters']): Verb<never> => ({
  help: 'does it',
  parameters,
  run: async () => ok({ rows: [] }),
});

const resources: Resources<never> = {
  deposits: {
    help: 'money that came in',
    verbs: {
      list: verb({ status: { help: 'which', optional: true, choices: ['open', 'done'] } }),
      reject: verb({ id: { help: 'its number' }, remark: { help: 'why' } }),
    },
  },
  outbox: {
    help: 'what was sent',
    usual: 'list',
    verbs: {
      list: verb({ to: { help: 'whom', optional: true }, all: { help: 'f', optional: true, isFlag: true } }),
      show: verb({ id: { help: 'n' } }),
    },
  },
};

const step = (resource: string, name: string, values: object = {}, json = false) =>
  ok({ kind: 'step', resource, verb: name, values, json });

describe('a command line', () => {
  it.each<[string, unknown]>([
    ['', ok({ kind: 'help' })],
    ['--help', ok({ kind: 'help' })],
    ['-h', ok({ kind: 'help' })],
    ['deposits', ok({ kind: 'help', resource: 'deposits' })],
    ['deposits --help', ok({ kind: 'help', resource: 'deposits' })],
    ['deposits reject --help', ok({ kind: 'help', resource: 'deposits', verb: 'reject' })],
    ['outbox', step('outbox', 'list')],
    ['outbox --json', step('outbox', 'list', {}, true)],
    ['outbox --to ann', step('outbox', 'list', { to: 'ann' })],
    ['outbox --to=show --json', step('outbox', 'list', { to: 'show' }, true)],
    ['outbox --all ann', step('outbox', 'list', { all: 'yes', to: 'ann' })],
    ['outbox list ann --all', step('outbox', 'list', { all: 'yes', to: 'ann' })],
    ['outbox --json show 7', step('outbox', 'show', { id: '7' }, true)],
    ['outbox --help', ok({ kind: 'help', resource: 'outbox' })],
    ['deposits list', step('deposits', 'list')],
    ['--json deposits list', step('deposits', 'list', {}, true)],
    ['deposits list open', step('deposits', 'list', { status: 'open' })],
    ['deposits list --status=open', step('deposits', 'list', { status: 'open' })],
    ['deposits reject 17 blurred', step('deposits', 'reject', { id: '17', remark: 'blurred' })],
    ['deposits reject --remark blurred 17', step('deposits', 'reject', { id: '17', remark: 'blurred' })],
    ['deposits reject --id 17 blurred', step('deposits', 'reject', { id: '17', remark: 'blurred' })],
    ['deposits reject 17 --remark=a=b', step('deposits', 'reject', { id: '17', remark: 'a=b' })],
    ['deposits reject 17 --remark --odd', step('deposits', 'reject', { id: '17', remark: '--odd' })],
    ['deposits reject 17 -- --help', step('deposits', 'reject', { id: '17', remark: '--help' })],
    ['deposits reject 17 -5', step('deposits', 'reject', { id: '17', remark: '-5' })],
    ['deposits reject 17 -12.5', step('deposits', 'reject', { id: '17', remark: '-12.5' })],
    ['deposits reject 17 --remark -5', step('deposits', 'reject', { id: '17', remark: '-5' })],
    [
      'deposits reject --remark=list 17 --json',
      step('deposits', 'reject', { id: '17', remark: 'list' }, true),
    ],
    ['deposits reject -- 17 --json', step('deposits', 'reject', { id: '17', remark: '--json' })],
  ])('%j is parsed', (line, asked) => {
    expect(
      readArguments(
        resources,
        line.split(' ').filter((word) => word !== ''),
      ),
    ).toEqual(asked);
  });

  it.each([
    ['depsoits', 'There is no resource "depsoits". Did you mean deposits?'],
    ['dep list', 'There is no resource "dep". Did you mean deposits?'],
    ['xylophone', 'There is no resource "xylophone".'],
    ['__proto__ list', 'There is no resource "__proto__".'],
    ['deposits rejcet 17', 'deposits has no verb "rejcet". Did you mean reject?'],
    ['deposits constructor', 'deposits has no verb "constructor".'],
    ['deposits reject 17 --remrak x', 'There is no --remrak. Did you mean remark?'],
    ['deposits reject 17 --__proto__ x', 'There is no --__proto__.'],
    ['deposits reject 17', 'remark is missing.'],
    ['deposits reject 17 a b', '"b" is one value too many.'],
    ['outbox list ann b', '"b" is one value too many.'],
    ['deposits reject 17 --id 18', undefined],
    ['deposits reject --id 17 --id 18 x', '--id is given twice.'],
    ['deposits reject 17 --remark', '--remark needs a value.'],
    ['deposits list opened', 'status is one of open, done, not "opened".'],
    ['--remark x', '--remark belongs after a resource and a verb.'],
  ])('%j is wrong usage, in one sentence', (line, sentence) => {
    const asked = readArguments(resources, line.split(' '));
    expect(asked).toEqual(
      sentence === undefined
        ? step('deposits', 'reject', { id: '18', remark: '17' })
        : { ok: false, error: sentence },
    );
  });
});

describe('the nearest name', () => {
  it.each([
    ['same', 'same', 0],
    ['', 'four', 4],
    ['list', 'lits', 1],
    ['approve', 'aprove', 1],
    ['kitten', 'sitting', 3],
  ])('%j and %j are %i edits apart', (a, b, letters) => {
    expect([distance(a, b), distance(b, a)]).toEqual([letters, letters]);
  });

  it('is undefined if no name is similar', () => {
    expect(nearest('zzz', ['list', 'approve'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });
});

describe('every resource of the operator', () => {
  const all: Resources<never> = RESOURCES;
  const verbs = Object.entries(all).flatMap(([resource, { verbs: own }]) =>
    Object.entries(own).map(([name, one]) => [`${resource} ${name}`, one] as const),
  );

  it.each(Object.entries(all))('%s has a help and verbs, its default among them', (_, resource) => {
    expect(resource.help).toMatch(/^\S.*[^.]$/);
    expect(Object.keys(resource.verbs).length).toBeGreaterThan(0);
    if (resource.usual !== undefined) expect(Object.keys(resource.verbs)).toContain(resource.usual);
  });

  it.each(verbs)('%s can be typed: with ASCII names, required values before optional ones', (name, one) => {
    expect(name).toMatch(/^[a-z][a-z-]* [a-z][a-z-]*$/);
    expect(one.help).toMatch(/^\S.*[^.]$/);
    const parameters = Object.entries(one.parameters);
    for (const [parameter, { help }] of parameters) {
      expect(parameter).toMatch(/^[a-z][a-zA-Z_-]*$/);
      expect(['json', 'help']).not.toContain(parameter);
      expect(help).toMatch(/\S/);
    }
    const optional = parameters.map(([, parameter]) => parameter.optional === true);
    expect(optional).toEqual(optional.toSorted((a, b) => Number(a) - Number(b)));
  });
});
