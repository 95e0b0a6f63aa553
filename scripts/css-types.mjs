// Writes src/css-modules.d.ts: a declaration with the class names of each style sheet, so that a wrong name is a type error.
// The type check runs it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './node.mjs';

const TARGET = join(root, 'src', 'css-modules.d.ts');

const camelCase = (name) => name.replace(/-+(\w)/g, (_, letter) => letter.toUpperCase());

/** Names of the classes in the selectors of a style sheet. */
function classesOf(css) {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^;{}]+(?=\{)/g) ?? [];
  const names = selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z_][\w-]*)/gi)]);
  return [...new Set(names.map(([, name]) => camelCase(name)))].sort();
}

/** The declarations of all style sheets below `src`. A file is identified by its base name, which must be unique. */
function cssTypes() {
  const files = readdirSync(join(root, 'src'), { recursive: true })
    .filter((path) => path.endsWith('.css'))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
  const declarations = files.map((path) => {
    const name = basename(path);
    if (files.some((other) => other !== path && basename(other) === name))
      throw new Error(`Two style sheets are called ${name}: rename one.`);
    if (!name.endsWith('.module.css')) return `declare module '*/${name}' {}\n`;
    const classes = classesOf(readFileSync(join(root, 'src', path), 'utf8'));
    const type = classes.map((one) => `'${one}'`).join(' | ');
    return `declare module '*/${name}' { const styles: Readonly<Record<${type}, string>>; export default styles; }\n`;
  });
  return `// Written by \`node scripts/css-types.mjs\`, which the type check runs.\n\n${declarations.join('')}`;
}

/** Writes the declarations if they changed; returns whether they did. */
export function writeCssTypes() {
  const types = cssTypes();
  if (readFileSync(TARGET, { encoding: 'utf8', flag: 'a+' }) === types) return false;
  writeFileSync(TARGET, types);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeCssTypes();
