import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Short class names for the style sheets of components: by default each has its own name, a hash and a line, which are a
 * tenth of the compressed styles, and are in the scripts once more.
 */
export const shortClassNames = (root: string): Plugin => {
  const nameOf = classNamer();
  return {
    name: 'short-class-names',
    apply: 'build',
    config: () => ({
      css: { modules: { generateScopedName: (name, file) => nameOf(name, relative(root, file)) } },
    }),
  };
};

/**
 * @returns for a class and the path of its style sheet the name in the build: four letters of the path's hash, so that a
 *   further sheet changes no other, and the number of the class in it
 * @throws if two paths have the same letters: one of the sheets then needs another name
 */
export function classNamer(): (name: string, path: string) => string {
  const sheets = new Map<string, { readonly path: string; readonly names: string[] }>();
  return (name, path) => {
    const letters = lettersOf(path);
    const sheet = sheets.get(letters) ?? { path, names: [] };
    if (sheet.path !== path)
      throw new Error(`${path} and ${sheet.path} have the same class names in the build.`);
    sheets.set(letters, sheet);
    if (!sheet.names.includes(name)) sheet.names.push(name);
    return `${letters}${sheet.names.indexOf(name)}`;
  };
}

function lettersOf(path: string): string {
  const digest = createHash('sha256').update(path).digest();
  return [...digest.subarray(0, 4)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
