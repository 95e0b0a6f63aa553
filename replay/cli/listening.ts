import type { Server } from 'node:http';
import { UsageError } from './exit.ts';

/** Recordings are served on this machine alone. */
export const HOST = '127.0.0.1';

/** @param port 0 takes a free one. @throws UsageError if it is taken */
export function listening(server: Server, port: number): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? new UsageError(`Port ${port} is taken.`) : error),
    );
    server.listen(port, HOST, done);
  });
}
