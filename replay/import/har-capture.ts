import type { Capture, CaptureRecord } from './capture.ts';
import { socketOf, socketsIn } from './har-socket.ts';
import { parseHarLog } from './har-text.ts';
import { count, createReport } from './report.ts';

/**
 * The frames of all sockets of a HAR, as a venue's capture. Sockets that are open at the same time count as one
 * connection. Requests are left out.
 * @throws RecordingError if the text is not a HAR
 */
export function captureOfHar(text: string): Capture {
  const { entries, cut } = parseHarLog(text);
  return async function* (report) {
    const read = createReport();
    const sockets = socketsIn(entries)
      .flatMap((entry) => socketOf(entry, read) ?? [])
      .toSorted((a, b) => a.openMs - b.openMs);
    report.lines += read.lines;
    if (cut !== undefined) report.cut = cut;
    for (const [kind, times] of read.ignored) for (let i = 0; i < times; i++) count(report.ignored, kind);
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
