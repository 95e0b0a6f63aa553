import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { type AppPlayer, openAppPlayer } from './app-player.ts';
import { nothingUseful } from './entries.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { readView } from './recorded-view.ts';
import { clockText, type FilmTask } from './tool-arguments.ts';

/** Pictures a second of the film. */
const RATE = 25;
/** What plays everywhere; `yuv420p` wants even sizes. */
const ENCODING = ['-c:v', 'libvpx', '-b:v', '2M', '-deadline', 'realtime', '-pix_fmt', 'yuv420p'];
const EVEN = 'pad=ceil(iw/2)*2:ceil(ih/2)*2';

/** Films the app while it plays a part of a recording. */
export async function makeFilm({ file, out, fromMs, toMs, speed, look }: FilmTask, io: Io): Promise<Exit> {
  if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status !== 0)
    throw new UsageError(
      'A film needs ffmpeg, which is not installed here; shots takes pictures without it.',
    );
  const view = await readView(file);
  if ((fromMs ?? 0) >= view.endMs)
    throw nothingUseful(`${file}: it ends at ${clockText(view.endMs)}, not after --from`, view.failure);
  const player = await openAppPlayer(view, look, 'shown');
  try {
    await player.seek(fromMs ?? 0);
    await player.settled();
    const encoder = createEncoder(out);
    const stop = await screencast(player, encoder);
    await player.play(speed, Math.min(toMs, player.lengthMs));
    await stop();
    const failure = await encoder.end();
    if (failure !== undefined) {
      io.err(`${out}: ffmpeg ended with ${failure}`);
      return EXIT.refused;
    }
    io.err(`${out}: ${encoder.seconds().toFixed(1)} s, ${(await stat(out)).size.toLocaleString('en')} bytes`);
    return EXIT.done;
  } finally {
    await player.close();
  }
}

/** Sends what the page paints to the encoder. @returns stops it */
async function screencast({ page }: AppPlayer, encoder: Encoder): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    encoder.take(Buffer.from(data, 'base64'), metadata.timestamp ?? 0);
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
  return async () => {
    await devtools.send('Page.stopScreencast');
    await devtools.detach();
  };
}

interface Encoder {
  /** Takes a picture (JPEG) and its time in s. A browser paints only what changes, so pictures come at any distance. */
  take(picture: Buffer, atS: number): void;
  /** Length of the film so far. */
  seconds(): number;
  /** @returns what ffmpeg ended with, if not with success */
  end(): Promise<string | undefined>;
}

function createEncoder(out: string): Encoder {
  const input = ['-f', 'image2pipe', '-framerate', String(RATE), '-c:v', 'mjpeg', '-i', '-'];
  const ffmpeg: ChildProcessByStdio<Writable, null, null> = spawn(
    'ffmpeg',
    ['-loglevel', 'error', '-y', ...input, '-vf', EVEN, ...ENCODING, out],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  // An encoder that ended early is reported by its status.
  ffmpeg.stdin.on('error', () => undefined);
  const ended = once(ffmpeg, 'exit');
  let startS: number | undefined;
  let latest: Buffer | undefined;
  let written = 0;

  function fillUpTo(count: number): void {
    for (; latest !== undefined && written < count; written++) ffmpeg.stdin.write(latest);
  }

  return {
    take(picture, atS) {
      startS ??= atS;
      fillUpTo(Math.round((atS - startS) * RATE));
      latest = picture;
    },
    seconds: () => written / RATE,
    async end() {
      fillUpTo(written + 1);
      ffmpeg.stdin.end();
      const [status, signal] = await ended;
      if (status === 0) return undefined;
      await rm(out, { force: true });
      return String(status ?? signal);
    },
  };
}
