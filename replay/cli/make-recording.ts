import { entryLine } from '../format/format.ts';
import type { Exit } from './arguments.ts';
import { convert } from './convert.ts';
import { cut, type Made } from './cut.ts';
import { openRecording } from './entries.ts';
import { writeText } from './files.ts';
import type { ToolTask } from './tool-arguments.ts';

/** Writes a recording that is made of another, record by record: memory does not grow with its length. */
export function makeRecording(task: ToolTask): Promise<Exit> {
  const { file, out } = task;
  return convert({ file, out, say: console.error }, async () => {
    const recording = await openRecording(file);
    const written = { records: 0 };
    await writeText(out, linesOf(cut(recording, task), written));
    console.error(`${out}: ${written.records.toLocaleString('en')} records`);
    return recording.failure();
  });
}

async function* linesOf({ header, entries }: Made, written: { records: number }): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  for await (const entry of entries) {
    written.records++;
    yield `${entryLine(entry)}\n`;
  }
}
