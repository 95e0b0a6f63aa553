import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Source {
  /** Relative to the project's root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Its imports, as written; files of the project as paths from the root. */
  readonly imports: readonly Import[];
  readonly hasDefaultExport: boolean;
  /** Re-exports of whole modules: barrels. */
  readonly starExports: number;
}

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
  /** Imported dynamically, in a separate chunk. */
  readonly dynamic: boolean;
}

/** All TypeScript sources below the folders. */
export function sourcesOf(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) =>
    filesBelow(join(root, folder))
      .filter((path) => /\.tsx?$/.test(path))
      .map(readSource),
  );
}

export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name === 'node_modules') return [];
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const path = relative(root, file).replaceAll('\\', '/');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const exported = module.staticExports.flatMap((one) => one.entries);
  const statics = module.staticImports.map((one) => ({
    from: resolve(path, one.moduleRequest.value),
    typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
    dynamic: false,
  }));
  const dynamics = module.dynamicImports.map((one) => ({
    from: resolve(
      path,
      text.slice(one.moduleRequest.start, one.moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    ),
    typeOnly: false,
    dynamic: true,
  }));
  const reexports = exported
    .filter((entry) => entry.moduleRequest !== null)
    .map((entry) => ({
      from: resolve(path, entry.moduleRequest?.value ?? ''),
      typeOnly: entry.isType,
      dynamic: false,
    }));
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    imports: [...statics, ...dynamics, ...reexports],
    hasDefaultExport: exported.some((entry) => entry.exportName.kind === 'Default'),
    starExports: exported.filter((entry) => entry.importName.kind === 'AllButDefault').length,
  };
}

const resolve = (path: string, request: string): string =>
  request.startsWith('.') ? join(dirname(path), request).replaceAll('\\', '/') : request;

interface Counted {
  readonly name: string;
  /** Those of the functions inside it are theirs, except the first one of each. */
  ownLines: number;
}

/** All functions of a source. One without a name has that of the variable or property that it is for, if any. */
export function functionsOf({ path, text }: Source): readonly Readonly<Counted>[] {
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  const found: Counted[] = [];
  const visit = (node: unknown, name: string, outer?: Counted): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, name, outer);
    else if (isNode(node)) {
      const names = [node['id'], node['key']].flatMap((one) => (isNode(one) ? [String(one['name'])] : []));
      const own = names[0] ?? name;
      let inner: Counted | undefined = outer;
      if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
        const more = lineAt(node.end) - lineAt(node.start);
        if (outer !== undefined) outer.ownLines -= more;
        inner = { name: own, ownLines: more + 1 };
        found.push(inner);
      }
      visit(Object.values(node), own, inner);
    }
  };
  visit(parseSync(path, text).program.body, '');
  return found;
}

interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
