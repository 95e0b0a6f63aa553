import { basename } from 'node:path';
import { type Bytes, earlierRecordings } from '../format/packed-text.ts';
import { builtApp, serveApp } from './app-server.ts';
import type { Exit } from './exit.ts';
import { interrupted } from './interrupted.ts';
import type { Io } from './io.ts';
import { readView } from './recorded-view.ts';
import { bytesOf, reportFailure, unpack } from './recording-files.ts';
import { clockText, type LinkTask } from './tool-arguments.ts';

/** Serves the app with a recording, on this machine alone, and prints links to its moments, until it is interrupted. */
export async function serveLinks({ file, atMs, port }: LinkTask, io: Io): Promise<Exit> {
  // Fails early if the file is no recording.
  const view = await readView(file);
  const path = pathOf(file);
  const earlier = await earlierRecordings(bytesOf(file), unpack);
  const files = new Map<string, () => Bytes>([
    [path, () => bytesOf(file)],
    ...earlier.map(({ name, bytes }) => [pathOf(name), bytes] as const),
  ]);
  const app = await serveApp(builtApp(), { port, files });
  const linkTo = (ms: number): string => `${app.url}/?replay=${path}#t=${clockText(ms)}`;
  await io.out(linkTo(atMs));
  for (const { atMs: markMs, label } of view.marks)
    await io.out(`${linkTo(markMs)}  mark${label === '' ? '' : `: ${label}`}`);
  for (const { name } of earlier) await io.out(`${app.url}/?replay=${pathOf(name)}  ${basename(name)}`);
  io.err('The links work on this machine until Ctrl-C.');
  const exit = reportFailure(file, view.failure, io);
  await interrupted();
  app.close();
  return exit;
}

const pathOf = (file: string): string => `/files/${encodeURIComponent(basename(file))}`;
