/** Number of letters to add, remove, change or swap with their neighbour (Damerau-Levenshtein). */
export function distance(a: string, b: string): number {
  const from = [...a];
  const to = [...b];
  let before: number[] = [];
  let last = to.map((_, j) => j).concat(to.length);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, changed);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(isSwap ? Math.min(least, at(before, j - 2) + 1) : least);
    }
    before = last;
    last = row;
  }
  return at(last, to.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** @returns the name that was probably meant; undefined when none has half of its letters in common */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const completed = names.find((name) => word.length > 1 && name.startsWith(word));
  if (completed !== undefined) return completed;
  const [best] = names.map((name) => ({ name, off: distance(word, name) })).toSorted((a, b) => a.off - b.off);
  return best && best.off <= Math.max(word.length, best.name.length) / 2 ? best.name : undefined;
}
