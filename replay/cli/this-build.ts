/** What the build says of itself. Plain JavaScript: the tests' launcher runs it, too. */
interface Builder {
  /** Whether the built app is that of these sources. */
  isBuilt(): boolean;
  /** Of these sources, `-dirty` with changes; empty without a history. */
  commitOf(): string;
}

export const thisBuild = (): Promise<Builder> =>
  import(new URL('../../scripts/build.mjs', import.meta.url).href);
