import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Outputs } from './options.ts';

/** @throws Error with a sentence for a place where nothing can be written */
export function expectPaths({ profile, json, junit }: Outputs): void {
  expectUse('--profile', profile, (path) => {
    writeInto(nearest(path));
    fs.mkdirSync(path, { recursive: true });
  });
  for (const [option, file] of Object.entries({ '--json': json, '--junit': junit }))
    if (file !== undefined && fs.existsSync(file))
      expectUse(option, file, (path) => fs.closeSync(fs.openSync(path, 'r+')));
    else expectUse(option, file && dirname(resolve(file)), writeInto);
}

/** Where a folder can be made is seen at the nearest one: `mkdir` would never end in `/proc`. */
const nearest = (path: string): string => (fs.existsSync(path) ? path : nearest(dirname(resolve(path))));
/** Tried and not asked for: file systems such as `/proc` refuse what the permissions allow. */
const writeInto = (folder: string): void => fs.rmdirSync(fs.mkdtempSync(join(folder, '.new-')));

function expectUse(option: string, path: string | undefined, tried: (path: string) => void) {
  try {
    if (path !== undefined) tried(path);
  } catch {
    throw new Error(`${option}: ${path} is not there, or cannot be written.`);
  }
}
