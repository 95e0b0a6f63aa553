// Socket clients that read everything and look at nothing. Like browsers, they offer compression.

import type { ReadersReport, ReadersTask } from '../bytes.ts';
import { replyTo } from '../processes.ts';
import { openRawClient, type RawClient } from '../raw-client.ts';

const read: ReadersReport = { frames: 0, bytes: 0, lineBytes: 0 };
const onHead = (_: string, bytes: number) => {
  read.frames++;
  read.bytes += bytes;
};

let clients: readonly RawClient[] = [];

replyTo(async (task: ReadersTask | 'report') => {
  if (task === 'report')
    return { ...read, lineBytes: clients.reduce((sum, one) => sum + one.bytesRead(), 0) };
  const { port, path, subscription } = task;
  clients = await Promise.all(
    Array.from({ length: task.clients }, () => openRawClient(port, path, { onHead }, 'permessage-deflate')),
  );
  for (const client of clients) client.send(subscription);
  return 'ready';
});
