import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { entryLine, headerLine, type RecordBody } from '../../../replay/format/format.ts';
import { redactBody } from '../../../replay/record/redact.ts';

/** Takes what reaches a phone, in the order in which it comes. */
export type Note = (body: RecordBody) => void;

/** What one phone sees, as a recording of the app would have it. Secrets are masked before anything is kept. */
export function createDrillRecording() {
  const startedAt = Date.now();
  const startMs = performance.now();
  const lines = [headerLine(startedAt, '')];
  return {
    note(body: RecordBody): void {
      lines.push(entryLine({ at: Math.round(performance.now() - startMs), ...redactBody(body) }));
    },
    /** @param file with the ending `.jsonl.gz` */
    save(file: string): void {
      writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
    },
  };
}
