import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { sourcesOf } from './sources.ts';

/** Calls with an effect at start: a subscription, a timer, a message to the worker. */
const STARTING =
  /^(effect|subscribe|addEventListener|stream|call|tell|keep|later|every|after|frame|then|postMessage|observe)$/;
const INERT = /^(Import|Export(Named|All)|Function|Class|TSInterface|TSTypeAlias|VariableDeclaration)/;
const FUNCTION = /^(Function|ArrowFunction|Class|Method)/;

interface Node {
  readonly type: string;
  readonly callee?: unknown;
  readonly property?: unknown;
  readonly name?: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The names of the calls below a node that run with it, so outside any function. */
function callsIn(node: Node): readonly string[] {
  if (FUNCTION.test(node.type)) return [];
  const below = childrenOf(node).flatMap(callsIn);
  return node.type === 'CallExpression' && isNode(node.callee) ? [nameOf(node.callee), ...below] : below;
}

function nameOf(callee: Node): string {
  const last = callee.type === 'MemberExpression' && isNode(callee.property) ? callee.property : callee;
  return typeof last.name === 'string' ? last.name : '';
}

/** The effects of importing a module. */
function startsIn(path: string, text: string): readonly string[] {
  return parseSync(path, text).program.body.flatMap((statement) => {
    if (!INERT.test(statement.type)) return [`${path} runs a ${statement.type}`];
    return callsIn(statement as unknown as Node)
      .filter((name) => STARTING.test(name))
      .map((name) => `${path} calls ${name}`);
  });
}

describe('a module of the page', () => {
  it('has no effect when imported: the composition roots start everything', () => {
    // Of the app, and of the page that measures the device.
    const roots = ['src/main.tsx', 'src/app/bench/device-bench.ts'];
    const modules = sourcesOf('src').filter(({ path }) => !roots.includes(path) && !path.endsWith('.d.ts'));
    expect(modules.flatMap(({ path, text }) => startsIn(path, text))).toEqual([]);
  });

  it.each([
    ['effect(() => {});', 'a.ts runs a ExpressionStatement'],
    ['if (asked) start();', 'a.ts runs a IfStatement'],
    ['export const stop = session.subscribe(tell);', 'a.ts calls subscribe'],
    ['export const { of } = make(link.stream((engine) => engine.market()));', 'a.ts calls stream'],
  ])('is recognised as starting something by `%s`', (text, offence) => {
    expect(startsIn('a.ts', text)).toEqual([offence]);
  });

  it('may create signals and functions', () => {
    const text =
      'export const latest = signal(0, { watched() { effect(read); } }); const f = () => effect(read);';
    expect(startsIn('a.ts', text)).toEqual([]);
  });
});
