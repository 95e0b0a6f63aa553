import type { Source } from './sources.ts';

/** Files that import each other in a circle, type-only imports included; each circle with its files in order of name. */
export function cyclesOf(sources: readonly Source[]): readonly string[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports.map(({ from }) => from)]));
  const cycles: string[] = [];
  // Tarjan's algorithm: a file whose lowest reachable number is its own closes a strongly connected component.
  const numbers = new Map<string, number>();
  const stack: string[] = [];
  const lowest = (path: string): number => {
    const number = numbers.size;
    numbers.set(path, number);
    const depth = stack.push(path) - 1;
    let low = number;
    for (const from of importsOf.get(path) ?? []) {
      if (!importsOf.has(from)) continue;
      if (!numbers.has(from)) low = Math.min(low, lowest(from));
      else if (stack.includes(from)) low = Math.min(low, numbers.get(from) ?? low);
    }
    if (low === number) {
      const circle = stack.splice(depth);
      if (circle.length > 1) cycles.push(circle.sort().join(' '));
    }
    return low;
  };
  for (const { path } of sources) if (!numbers.has(path)) lowest(path);
  return cycles.sort();
}

/**
 * Pairs of rooms, e.g. `server/a <-> server/b`, that import of each other. Files above the rooms are composition.
 * @param arrows `server/a -> server/b`, see `roomImports`
 */
export function bothWays(arrows: ReadonlySet<string>): readonly string[] {
  return [...arrows]
    .map((arrow) => arrow.split(' -> '))
    .filter(([a = '', b = '']) => a < b && arrows.has(`${b} -> ${a}`))
    .map((pair) => pair.join(' <-> '))
    .sort();
}

/** `server/a -> server/b` for each room whose files import values of another room, or also types alone. */
export const roomImports = (sources: readonly Source[], which: 'values' | 'all'): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ from, typeOnly }) => (which === 'all' || !typeOnly) && roomOf(from) !== undefined)
        .map(({ from }) => `${roomOf(path)} -> ${roomOf(from)}`),
    ),
  );

/** e.g. `server/payments`; undefined for a file that is in no room. */
const roomOf = (path: string): string | undefined =>
  /^(?:server|src|worker|replay|shared)\/[^/]+(?=\/)/.exec(path)?.[0];
