import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { parseNightTime } from '../../shared/domain/financing.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { DIALLING_CODES } from '../areas.ts';

/** Schemes whose links run code or open local files; other schemes may be those of messengers. */
const UNSAFE_SCHEMES = /^(javascript|vbscript|data|blob|file|filesystem|about|view-source):$/;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid setting; the message is a sentence for the operator. */
export class BadSetting extends Error {}

/** Reads settings by name. An empty value counts as absent. Every method throws `BadSetting`. */
export type Reader = ReturnType<typeof createReader>;

export function createReader(environment: Environment) {
  const raw = (name: string): string | undefined => environment[name] || undefined;
  const wrong = (name: string, value: string, wanted: string) =>
    new BadSetting(`${name} must be ${wanted}, not "${value}".`);

  function scaled(name: string, preset: number, decimals: number, min: number, max: number): number {
    const scale = 10 ** decimals;
    const value = raw(name);
    if (value === undefined) return preset * scale;
    const parsed = parseScaled(value, decimals);
    if (!parsed.ok || parsed.value < min * scale || parsed.value > max * scale)
      throw wrong(name, value, `a ${decimals === 0 ? 'whole ' : ''}number from ${min} to ${max}`);
    return parsed.value;
  }

  function url(name: string, value: string, wanted: string): URL {
    if (!URL.canParse(value)) throw wrong(name, value, wanted);
    return new URL(value);
  }

  function originOf(name: string, value: string): string {
    const wanted = 'an origin such as https://m.example.com';
    const parsed = url(name, value, wanted);
    if (parsed.origin !== value || !/^https?:$/.test(parsed.protocol)) throw wrong(name, value, wanted);
    return value;
  }

  return {
    has: (name: string): boolean => raw(name) !== undefined,
    text: (name: string, preset: string): string => raw(name) ?? preset,
    list: (name: string): string[] =>
      (raw(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    integer: (name: string, preset: number, min: number, max: number): number =>
      scaled(name, preset, 0, min, max),
    /** Reads a decimal as an integer of 10^-decimals; default and bounds are in whole units. */
    scaled,
    origin: (name: string): string => originOf(name, raw(name) ?? ''),
    originOf,
    /** See `parseNightTime`. */
    nightTime(name: string, preset: string): string {
      const value = raw(name) ?? preset;
      if (parseNightTime(value) === undefined)
        throw wrong(name, value, 'a time and a time zone such as 17:00 America/New_York');
      return value;
    },
    /** A part of a host's name. */
    label(name: string, preset: string): string {
      const value = raw(name) ?? preset;
      if (!LABEL.test(value)) throw wrong(name, value, `a part of a host's name such as ${preset}`);
      return value;
    },
    httpsUrl(name: string): string {
      const value = raw(name) ?? '';
      const wanted = 'an https address';
      if (url(name, value, wanted).protocol !== 'https:') throw wrong(name, value, wanted);
      return value;
    },
    /** A link or another text that a customer copies, such as a name in a messenger. */
    linkText(name: string): string {
      const value = raw(name) ?? '';
      if (URL.canParse(value) && UNSAFE_SCHEMES.test(new URL(value).protocol))
        throw wrong(name, value, 'an https address or the address in a messenger');
      return value;
    },
    countryOf(name: string, value: string): string {
      if (!DIALLING_CODES.has(value))
        throw wrong(name, value, 'a list of two-letter country codes such as KP,IR');
      return value;
    },
    oneOf<T extends string>(name: string, preset: NoInfer<T>, values: readonly T[]): T {
      const value = raw(name);
      if (value === undefined) return preset;
      const found = values.find((one) => one === value);
      if (found === undefined) throw wrong(name, value, values.join(' or '));
      return found;
    },
  };
}

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
