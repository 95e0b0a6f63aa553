/**
 * The same calls as another process would make them: arguments and results cross as JSON. Rejections stay as they are.
 */
export function across<T extends object>(calls: T, names: readonly (keyof T)[]): T {
  const crossing = { ...calls };
  for (const name of names) {
    const call = calls[name];
    if (typeof call !== 'function') throw new Error(`${String(name)} is no call`);
    const cross = async (...given: unknown[]) => copy(await call(...listOf(copy({ ...given }))));
    crossing[name] = cross as T[typeof name];
  }
  return crossing;
}

/** @throws for what JSON would change; members that are undefined may be left out */
function copy<V>(value: V): V {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value, (_, one) => plain(one)));
}

function plain(value: unknown): unknown {
  const isOdd =
    typeof value === 'function' ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    value instanceof Map ||
    value instanceof Set;
  if (isOdd) throw new Error(`${typeof value} does not cross a process: ${String(value)}`);
  return value;
}

/** The arguments by position; one that was undefined is so again. */
const listOf = (given: object): unknown[] => Object.assign([], given);
