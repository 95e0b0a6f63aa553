/**
 * Leaves out chunks of a failing list, large ones first, as long as it still fails: the rest has no chunk, and in the end
 * no single item, that can go.
 * @param fails whether a list still fails in the same way
 * @param mostTries bounds the work
 */
export async function shrink<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
  mostTries = 400,
): Promise<readonly T[]> {
  let left = items;
  let tries = 0;
  for (let size = Math.ceil(left.length / 2); size >= 1 && tries < mostTries; ) {
    let hasShrunk = false;
    // From the end: what comes after the failure goes first.
    for (let from = left.length - size; from > -size && tries < mostTries; from -= size) {
      const start = Math.max(0, from);
      const rest = [...left.slice(0, start), ...left.slice(from + size)];
      if (rest.length === left.length) continue;
      tries++;
      if (!(await fails(rest))) continue;
      left = rest;
      hasShrunk = true;
    }
    if (size === 1 && !hasShrunk) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return left;
}

/** Replaces each item by simpler ones as long as the list still fails. */
export async function simplify<T>(
  items: readonly T[],
  simplerOf: (item: T) => readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = items;
  for (let at = 0; at < left.length; at++) {
    const item = left[at];
    for (const simpler of item === undefined ? [] : simplerOf(item)) {
      const changed = left.with(at, simpler);
      if (!(await fails(changed))) continue;
      left = changed;
      break;
    }
  }
  return left;
}
