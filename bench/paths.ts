import { accessSync, closeSync, constants, existsSync, mkdtempSync, openSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../replay/cli/files.ts';
import type { Options, Outputs } from './options.ts';

/** @throws Error with a sentence for a file that cannot be read, or a place where nothing can be written */
export function expectPaths({ recording, report, profile, json, junit }: Options & Outputs): void {
  expectUse('--recording', recording, 'read', (path) => accessSync(path, constants.R_OK));
  for (const [option, folder] of Object.entries({ '--report': report, '--profile': profile }))
    expectUse(option, folder, 'written', (path) => {
      makeFolder(path);
      writeInto(path);
    });
  for (const [option, file] of Object.entries({ '--json': json, '--junit': junit }))
    if (file !== undefined && existsSync(file))
      expectUse(option, file, 'written', (path) => closeSync(openSync(path, 'r+')));
    else expectUse(option, file && dirname(resolve(file)), 'written', writeInto);
}

/** Tried and not asked for: file systems such as `/proc` refuse what the permissions allow. */
const writeInto = (folder: string): void => rmdirSync(mkdtempSync(join(folder, '.new-')));

function expectUse(option: string, path: string | undefined, use: string, tried: (path: string) => void) {
  try {
    if (path !== undefined) tried(path);
  } catch {
    throw new Error(`${option}: ${path} is not there, or cannot be ${use}.`);
  }
}
