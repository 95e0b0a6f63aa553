/*
 * Writes recordings as the engine's worker does. A message is a kind, the time of the start, and lines; the answer comes
 * when they are written.
 */
import { openDiskFile } from '../../../worker/device.ts';

addEventListener('message', async ({ data }) => {
  const [kind, startedAt, text] = data as ['long' | 'ring', number, string];
  const file = await openDiskFile(kind, startedAt);
  const bytes = new TextEncoder().encode(text);
  file.write(bytes);
  // A copy of a file that goes on.
  const copy = await new Response(file.read(bytes.length)).text();
  postMessage(copy);
});
