import { zipSync } from 'fflate';
import { version } from '../../../../package.json';
import { maskedNote } from '../../../../shared/private-text.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { type HudReading, watchHud } from '../../../state/hud-meter.ts';
import { lookForKept, saveKept } from '../../../state/kept-recordings.ts';
import { pageFacts } from '../../../state/page-facts.ts';
import { markMoment, recorderNow, recording, saveRecording } from '../../../state/recording.ts';
import { screenPicture } from '../../../state/screen-picture.ts';

/**
 * Everything that a report of a problem needs, as one ZIP: the recording (a long one if there is one, which goes on; else
 * the last minutes), what was recorded before the app was reloaded a moment ago, a picture of the screen from which the
 * report was begun, the figures of the performance display over one second, build, device and note.
 * @param note what the user wrote about it; also the last mark of the recording
 * @param atMs the moment to mark, epoch ms; now if it is left out
 */
export async function problemReport(note: string, atMs?: number): Promise<Result<File>> {
  const now = recorderNow();
  // First, before anything on the screen changes.
  const { picture, path } = await screenPicture();
  markMoment(note, Math.max(0, recorderNow() - (atMs ?? now)));
  const figures = await oneReading();
  const hasLong = (recording.value?.long.status ?? 'off') !== 'off';
  const saved = await saveRecording(hasLong ? 'long' : 'ring');
  if (!saved.ok) return err(saved.error);
  const at = new Date(recorderNow());
  const build = {
    app: version,
    ...pageFacts(),
    at: at.toISOString(),
    screen: path,
    note: maskedNote(note).slice(0, MAX_NOTE),
  };
  const parts: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const file of [saved.value, ...(await justBefore(now))]) parts[file.name] = await bytesOf(file);
  if (picture !== undefined) parts['screen.png'] = await bytesOf(picture);
  parts['figures.json'] = jsonOf(figures);
  parts['build.json'] = jsonOf(build);
  const name = `pipstream-report-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.zip`;
  return ok(new File([zipSync(parts, { level: 0, mtime: at })], name, { type: 'application/zip' }));
}

const MAX_NOTE = 1_000;
/** Who sees a fault often reloads first, and reports it then. */
const JUST_MS = 10 * 60 * 1_000;
/** The report stays small enough to be sent. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What was recorded until the app was reloaded, if that was a moment ago. */
async function justBefore(now: number): Promise<readonly File[]> {
  const recent = (await lookForKept()).filter(
    ({ endedAt, bytes }) => now - endedAt < JUST_MS && bytes < MAX_BYTES,
  );
  const newest = (['long', 'ring'] as const).flatMap((kind) => recent.find((one) => one.kind === kind) ?? []);
  const files = await Promise.all(newest.map(saveKept));
  return files.flatMap((file) => (file.ok ? file.value : []));
}

const oneReading = (): Promise<HudReading> =>
  new Promise((done) => {
    const stop = watchHud((reading) => {
      // The first reading may come before `watchHud` has returned.
      queueMicrotask(() => stop());
      done(reading);
    });
  });

/** What is large is packed already: the parts are stored as they are. */
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await blob.arrayBuffer());

const jsonOf = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
