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
