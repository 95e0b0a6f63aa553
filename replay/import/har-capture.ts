import type { Capture, CaptureRecord } from './capture.ts';
import { socketOf, socketsIn, type TextTime } from './har-socket.ts';
import { type HarLog, parseHarLog } from './har-text.ts';
import { zoned } from './har-zone.ts';
import { count, createReport } from './import-report.ts';

/**
 * The frames of all sockets of a HAR, as a venue's capture. Sockets that are open at the same time count as one
 * connection. Requests are left out.
 * @param har its text, or what `wholeHar` made of it
 * @param timeOf of messages of a socket that has no times of its own
 * @throws RecordingError if the text is not a HAR
 */
export function captureOfHar(har: string | HarLog, timeOf?: TextTime): Capture {
  const { entries: saved, cut } = typeof har === 'string' ? parseHarLog(har) : har;
  const { entries, note } = zoned(saved);
  return async function* (report) {
    const read = createReport();
    const sockets = socketsIn(entries)
      .flatMap((entry) => socketOf(entry, read, timeOf) ?? [])
      .toSorted((a, b) => a.openMs - b.openMs);
    report.lines += read.lines;
    if (cut !== undefined) report.cut = cut;
    if (note !== undefined) report.notes.push(note);
    report.undated += read.undated;
    for (const which of ['ignored', 'dropped'] as const)
      for (const [kind, times] of read[which]) for (let i = 0; i < times; i++) count(report[which], kind);
    let openUntilMs = Number.NEGATIVE_INFINITY;
    const all = sockets.flatMap(({ openMs, endMs, records }) => {
      const isFirst = openMs > openUntilMs;
      openUntilMs = Math.max(openUntilMs, endMs);
      return records.filter(({ body }) => isFirst || body.kind !== 'open');
    });
    for (const { ms, body } of all.toSorted((a, b) => a.ms - b.ms)) {
      const atMs = Math.floor(ms);
      if (body.kind === 'in') yield { atMs, dir: 'in', frame: body.text } satisfies CaptureRecord;
      if (body.kind === 'out' || body.kind === 'open') yield { atMs, dir: body.kind };
    }
  };
}
