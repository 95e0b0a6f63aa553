// Socket clients that read everything and look at nothing. Like browsers, they offer compression.

import type { ReadersReport, ReadersTask } from '../bytes.ts';
import { openRawClient } from '../raw-client.ts';

process.once('message', (task: ReadersTask) => {
  read(task).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

async function read({ port, path, clients, subscription }: ReadersTask): Promise<void> {
  const read: ReadersReport = { frames: 0, bytes: 0 };
  const onHead = (_: string, bytes: number) => {
    read.frames++;
    read.bytes += bytes;
  };
  const opened = await Promise.all(
    Array.from({ length: clients }, () => openRawClient(port, path, { onHead }, 'permessage-deflate')),
  );
  for (const client of opened) client.send(subscription);
  process.on('message', () => process.send?.(read));
  process.send?.('ready');
}
