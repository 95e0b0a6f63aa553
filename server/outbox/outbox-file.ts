import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Letter } from './mailer.ts';

/** A letter in the outbox, as the operator reads it. */
export interface KeptLetter extends Letter {
  readonly at: TimestampMs;
  /** `waiting`: nobody has sent it yet. `failed`: the mail server did not take it; then the text is not kept. */
  readonly state: 'waiting' | 'failed';
}

const FILE = 'outbox.jsonl';
/** What was in it before it grew too long. */
const OLDER = 'outbox.older.jsonl';
const MAX_BYTES = 4 * 1024 * 1024;
const OWNER_ONLY = 0o600;

/** Letters as JSON lines that only the exchange's own user can read. Calls come one after the other. */
export interface OutboxFile {
  append(letter: KeptLetter): Promise<void>;
  /** Latest first. */
  latest(limit: number): Promise<readonly KeptLetter[]>;
}

export function openOutboxFile(dataDir: string): OutboxFile {
  const [path, older] = [join(dataDir, FILE), join(dataDir, OLDER)];
  return {
    async append({ at, ...letter }) {
      if ((await sizeOf(path)) > MAX_BYTES) await rename(path, older);
      const line = JSON.stringify({ at: new Date(at).toISOString(), ...letter });
      await appendFile(path, `${line}\n`, { mode: OWNER_ONLY });
    },
    async latest(limit) {
      const newest = lettersIn(await textOf(path)).slice(0, limit);
      if (newest.length === limit) return newest;
      return [...newest, ...lettersIn(await textOf(older))].slice(0, limit);
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
