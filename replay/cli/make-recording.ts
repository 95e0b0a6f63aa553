import type { ReadFailure } from '../fold/recording-reader.ts';
import { entryLine } from '../format/format.ts';
import { anonymise } from './anonymise.ts';
import { convert } from './convert.ts';
import { cut } from './cut.ts';
import { type Made, NO_RECORD, nothingUseful, openRecording } from './entries.ts';
import type { Exit } from './exit.ts';
import { filter } from './filter.ts';
import type { Io } from './io.ts';
import { leadOf, merge } from './merge.ts';
import { writeText } from './recording-files.ts';
import type { ToolTask } from './tool-arguments.ts';

/** Writes a recording that is made of others, record by record: memory does not grow with its length. */
export function makeRecording(task: ToolTask, io: Io): Promise<Exit> {
  const { file, out } = task;
  return convert({ file, out, say: io.err }, async () => {
    const { made, failure } = await madeOf(task);
    const written = { records: 0 };
    await writeText(out, linesOf(made, written, failure));
    io.err(`${out}: ${written.records.toLocaleString('en')} records`);
    return failure();
  });
}

interface Making {
  readonly made: Made;
  failure(): ReadFailure | undefined;
}

async function madeOf(task: ToolTask): Promise<Making> {
  if (task.kind === 'merge') return mergeOf(task.file, task.other);
  const recording = await openRecording(task.file);
  const { failure } = recording;
  switch (task.kind) {
    case 'cut':
      return { made: cut(recording, task), failure };
    case 'filter':
      return { made: filter(recording, task), failure };
    case 'anonymise':
      return { made: anonymise(recording, task.secret), failure };
  }
}

async function mergeOf(a: string, b: string): Promise<Making> {
  const [one, two] = [await openRecording(a), await openRecording(b)];
  const isLate = Date.parse(two.header.started_at) < Date.parse(one.header.started_at);
  const [leading, other] = isLate ? [two, one] : [one, two];
  const lead = await leadOf(await openRecording(isLate ? b : a));
  return { made: merge(leading, other, lead), failure: () => leading.failure() ?? other.failure() };
}

/** @throws RecordingError at its end if that was of no use */
async function* linesOf(
  { header, entries, lack }: Made,
  written: { records: number },
  failure: Making['failure'],
): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  for await (const entry of entries) {
    written.records++;
    yield `${entryLine(entry)}\n`;
  }
  const why = lack?.() ?? (written.records === 0 ? NO_RECORD : undefined);
  if (why !== undefined) throw nothingUseful(why, failure());
}
