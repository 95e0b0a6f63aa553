import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

/** The script that makes the app's page a benchmark, relative to the project. */
export const DEVICE_BENCH = 'src/app/bench/device-bench.ts';

/** The page with a script before its own. */
export const withScript = (page: string, path: string): string =>
  page.replace('<script type="module"', `<script type="module" crossorigin src="${path}"></script>$&`);

/**
 * `POST /bench/results` keeps what devices measured as files. Only where `/bench` is served: everybody who reaches the port
 * can then write files. They are small, and the server names them.
 * @param folder of the files
 */
export function addDeviceResults(app: FastifyInstance, folder: string, clock: Pick<Clock, 'now'>): void {
  app.post('/bench/results', async (request, reply) => {
    const text = request.body instanceof URLSearchParams ? request.body.get('result') : null;
    if (!isResult(text)) return reply.code(400).type('text/plain').send('This is no result of /bench.');
    await mkdir(folder, { recursive: true });
    const path = join(folder, `device-${clock.now()}.json`);
    await writeFile(path, text);
    return reply.type('text/plain; charset=utf-8').send(`Kept as ${path}`);
  });
}

function isResult(text: string | null): text is string {
  try {
    return JSON.parse(text ?? '').format === 'pipstream-device';
  } catch {
    return false;
  }
}
