import { zipSync } from 'fflate';
import { version } from '../../../../package.json';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { type HudReading, watchHud } from '../../../state/hud-meter.ts';
import { pageFacts } from '../../../state/page-facts.ts';
import { recorderNow, recording, saveRecording } from '../../../state/recording.ts';
import { screenPicture } from './screen-picture.ts';

/**
 * Everything that a report of a problem needs, as one ZIP: the recording (a long one if there is one, which then stops;
 * else the last minutes), a picture of the screen, the figures of the performance display over one second, and build and
 * device.
 */
export async function problemReport(): Promise<Result<File>> {
  // First, before anything on the screen changes.
  const picture = await screenPicture();
  const figures = await oneReading();
  const hasLong = (recording.value?.long.status ?? 'off') !== 'off';
  const saved = await saveRecording(hasLong ? 'long' : 'ring');
  if (!saved.ok) return err(saved.error);
  const at = new Date(recorderNow());
  const build = { app: version, ...pageFacts(), at: at.toISOString(), screen: location.pathname };
  const parts = {
    [saved.value.name]: await bytesOf(saved.value),
    ...(picture === undefined ? {} : { 'screen.png': await bytesOf(picture) }),
    'figures.json': jsonOf(figures),
    'build.json': jsonOf(build),
  };
  const name = `pipstream-report-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.zip`;
  return ok(new File([zipSync(parts, { level: 0, mtime: at })], name, { type: 'application/zip' }));
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
