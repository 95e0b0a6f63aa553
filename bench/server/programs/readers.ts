// Socket clients that read everything and look at nothing. Like browsers, they offer compression.

import type { ReadersReport, ReadersTask } from '../bytes.ts';
import { replyTo } from '../processes.ts';
import { openRawClient } from '../raw-client.ts';

const read: ReadersReport = { frames: 0, bytes: 0 };
const onHead = (_: string, bytes: number) => {
  read.frames++;
  read.bytes += bytes;
};

replyTo(async (task: ReadersTask | 'report') => {
  if (task === 'report') return read;
  const { port, path, clients, subscription } = task;
  const opened = await Promise.all(
    Array.from({ length: clients }, () => openRawClient(port, path, { onHead }, 'permessage-deflate')),
  );
  for (const client of opened) client.send(subscription);
  return 'ready';
});
