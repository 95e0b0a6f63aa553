import { appendFile, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Letter } from './mailer.ts';

/** A letter in the outbox, as the operator reads it. */
export interface KeptLetter extends Letter {
  readonly at: TimestampMs;
  /** `waiting`: nobody has sent it yet. `failed`: the mail server did not take it; then the text is not kept. */
  readonly state: 'waiting' | 'failed';
}

const ANY_FILE = /^outbox[\w.-]*\.jsonl$/;
const MAX_BYTES = 4 * 1024 * 1024;
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** Where letters wait. */
export interface OutboxPlace {
  /** Where several write to it, it is made with the first letter. */
  readonly folder: string;
  /** Names the process where several write to one folder, each to a file of its own. */
  readonly writer?: string | undefined;
}

/** Letters as JSON lines that only the exchange's own user can read. Calls come one after the other. */
export interface OutboxFile {
  append(letter: KeptLetter): Promise<void>;
  /** Of all files in the folder, latest first. */
  latest(limit: number): Promise<readonly KeptLetter[]>;
}

export function openOutboxFile({ folder, writer }: OutboxPlace): OutboxFile {
  const name = writer === undefined ? 'outbox' : `outbox-${writer}`;
  const path = join(folder, `${name}.jsonl`);
  return {
    async append({ at, ...letter }) {
      if (writer !== undefined) await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
      if ((await sizeOf(path)) > MAX_BYTES) await rename(path, join(folder, `${name}.older.jsonl`));
      const line = JSON.stringify({ at: new Date(at).toISOString(), ...letter });
      await appendFile(path, `${line}\n`, { mode: OWNER_ONLY });
    },
    async latest(limit) {
      const names = (await absentAs([], readdir(folder))).filter((one) => ANY_FILE.test(one)).sort();
      const letters: KeptLetter[] = [];
      for (const one of names) letters.push(...lettersIn(await textOf(join(folder, one))));
      // Stable: letters of one moment stay as they are in their file.
      return letters.sort((a, b) => b.at - a.at).slice(0, limit);
    },
  };
}

const sizeOf = async (path: string): Promise<number> => (await absentAs(undefined, stat(path)))?.size ?? 0;

const textOf = (path: string): Promise<string> => absentAs('', readFile(path, 'utf8'));

async function absentAs<T, D>(preset: D, found: Promise<T>): Promise<T | D> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return preset;
    throw error;
  }
}

/** A line that a full disk cut off is left out. */
const lettersIn = (text: string): readonly KeptLetter[] =>
  text
    .split('\n')
    .flatMap((line) => readLine(line) ?? [])
    .reverse();

function readLine(line: string): KeptLetter | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { at, channel, to, subject, text, state } = value as Readonly<Record<string, unknown>>;
  const time = Date.parse(String(at));
  if (Number.isNaN(time)) return undefined;
  return {
    at: timestampMs(time),
    channel: channel === 'sms' ? 'sms' : 'email',
    to: String(to),
    subject: String(subject),
    text: String(text),
    state: state === 'failed' ? 'failed' : 'waiting',
  };
}
