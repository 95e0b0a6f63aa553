/** A line for each row, the cells of a column below each other. */
export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(width(at)))
      .join('  ')
      .trimEnd(),
  );
}
