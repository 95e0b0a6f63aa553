import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';
import { AT_ONCE_MARK } from './compile-ahead.ts';

/** Of a function in a built script: its place in the text, and what its source calls it: `paint src/link/frame-feed.ts:31`. */
export type NamedFunction = readonly [start: number, end: number, name: string];

/**
 * Writes beside each script what its functions are called in the source (`first-DcSRWSN.mjs`), for the performance display: the
 * script itself has short names. Source maps, from which this is read, are deleted. A build that asks for maps keeps them.
 */
export function functionNames(): Plugin {
  let isAsked = false;
  return {
    name: 'function-names',
    apply: 'build',
    config: ({ build }) => (build?.sourcemap === undefined ? { build: { sourcemap: 'hidden' } } : undefined),
    configResolved({ build }) {
      isAsked = build.sourcemap === 'hidden';
    },
    writeBundle({ dir = '' }) {
      if (!isAsked) return;
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.js.map')) continue;
        const map = join(dir, name);
        const script = map.slice(0, -'.map'.length);
        const named = namedFunctions(readFileSync(script, 'utf8'), JSON.parse(readFileSync(map, 'utf8')));
        rmSync(map);
        if (named.length === 0) continue;
        writeFileSync(script.replace(/\.js$/, '.mjs'), `export default ${JSON.stringify(named)}`);
      }
    },
  };
}

/** The functions of a built script by their beginning: of two that enclose a place, the inner one comes later. */
function namedFunctions(
  code: string,
  map: ConstructorParameters<typeof SourceMap>[0],
): readonly NamedFunction[] {
  // It was put before the script after the map was made.
  const lead = code.startsWith(AT_ONCE_MARK) ? AT_ONCE_MARK.length : 0;
  const text = code.slice(lead);
  const { placeOf } = linesOf(text);
  const places = new SourceMap(map);
  const nameAt = new Map(
    map.sources.map((source, at) => [source, namesIn(source, map.sourcesContent[at] ?? '')]),
  );
  return functionsIn('built.js', text).flatMap(({ start, end, inside }): readonly NamedFunction[] => {
    // A map has what stands in a function, and rarely where it begins.
    const { line, column } = placeOf(inside);
    const entry = places.findEntry(line, column);
    const isOurs =
      'originalSource' in entry && entry.generatedLine === line && entry.generatedColumn === column;
    const name = isOurs
      ? nameAt.get(entry.originalSource)?.(entry.originalLine, entry.originalColumn)
      : undefined;
    return name === undefined ? [] : [[start + lead, end + lead, name]];
  });
}

/** What the innermost function around a place of a source is called, by line and column, from 0. */
function namesIn(source: string, text: string): (line: number, column: number) => string | undefined {
  const path = source.replace(/^(?:\.\.\/)+/, '').replace(/[?#].*$/, '');
  const { offsetOf, placeOf } = linesOf(text);
  const all = functionsIn(path, text);
  return (line, column) => {
    const at = offsetOf(line, column);
    const found = all.findLast(({ start, end }) => start <= at && at < end);
    return found && `${found.name} ${path}:${placeOf(found.start).line + 1}`.trimStart();
  };
}

interface FoundFunction {
  readonly start: number;
  readonly end: number;
  /** The beginning of its first parameter, or of its first statement. */
  readonly inside: number;
  /** Empty where nothing around it says. */
  readonly name: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const FUNCTION = /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression)$/;
/** What gives a function its name: the field of the node around it. */
const NAMING: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  Property: 'key',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
  AssignmentExpression: 'left',
};

function functionsIn(path: string, text: string): readonly FoundFunction[] {
  const found: FoundFunction[] = [];
  const visit = (node: Node, around: string): void => {
    const own = nameOf(node['id']);
    const isFunction = FUNCTION.test(node.type);
    const { start, end } = node;
    if (isFunction) found.push({ start, end, inside: firstIn(node) ?? start, name: own || around });
    // Of a function that has no name of its own, as of an argument, the one around it says more than nothing.
    const inner = isFunction ? own || around : nameOf(node[NAMING[node.type] ?? '']) || around;
    for (const below of Object.values(node).flat()) if (isNode(below)) visit(below, inner);
  };
  visit(parseSync(path, text).program as unknown as Node, '');
  return found.sort((a, b) => a.start - b.start);
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  const { name } = node.type === 'MemberExpression' && isNode(node['property']) ? node['property'] : node;
  return typeof name === 'string' ? name : '';
}

function firstIn(of: Node): number | undefined {
  const body = isNode(of['body']) ? of['body'] : undefined;
  const within = [of['params'], body?.type === 'BlockStatement' ? body['body'] : body].flat();
  return within.find(isNode)?.start;
}

/** Lines and columns of a text, from 0. */
function linesOf(text: string) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    offsetOf: (line: number, column: number): number => (starts[line] ?? 0) + column,
    placeOf(at: number): { readonly line: number; readonly column: number } {
      let [low, high] = [0, starts.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= at) low = middle;
        else high = middle;
      }
      return { line: low, column: at - (starts[low] ?? 0) };
    },
  };
}
