import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Environment } from './reader.ts';

/**
 * The process's environment merged over the settings file.
 * @returns a sentence if the file exists but cannot be read
 */
export function readEnvironment(file: string, environment: Environment): Result<Environment, string> {
  try {
    return ok({ ...parseEnv(readFileSync(file, 'utf8')), ...environment });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return ok(environment);
    return err(`The settings file ${file} can't be read (${code ?? error}).`);
  }
}
