import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { expect, it } from 'vitest';
import { FORMAT, VERSION } from '../../replay/format/format.ts';
import { createHarWriter } from '../../replay/import/har-export.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const writer = createHarWriter({
  format: FORMAT,
  version: VERSION,
  started_at: '2026-02-03T04:05:06.000Z',
  app: '1',
});
const HAR: unknown = JSON.parse(
  [
    writer.head,
    writer.take({ at: 0, kind: 'open' }),
    writer.take({ at: 1500, kind: 'out', text: 'ping' }),
    writer.take({ at: 1750, kind: 'http', path: '/v1/api/forex/trade_list', query: {}, body: { code: 1 } }),
    writer.take({ at: 2000, kind: 'in', text: 'pong' }),
    writer.take({ at: 3000, kind: 'close', code: 1000 }),
    writer.end(),
  ].join(''),
);

/** Runs in the page; a text, since a page cannot use a test's imports. */
const TAKEN = `async (har) => {
  const { HARFormat, Importer } = await import('/devtools/models/har/har.js');
  return Importer.Importer.requestsFromHARLog(new HARFormat.HARRoot(har).log).map((one) => ({
    url: one.url(),
    status: one.statusCode,
    frames: one.frames().map(({ type, opCode, text, time }) => [type, opCode, text, time]),
  }));
}`;

it('Chromium’s network panel imports a recording’s HAR with its frames and answers', async ({ skip }) => {
  const folder = temporaryFolder();
  const executablePath = process.env['PIPSTREAM_CHROMIUM'];
  const context = await chromium.launchPersistentContext(folder, {
    args: ['--no-sandbox', '--remote-debugging-port=0'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const port = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0];
    const page = await context.newPage();
    const answer = await page.goto(`http://127.0.0.1:${port}/devtools/inspector.html`);
    if (!answer?.ok()) skip('this Chromium comes without its developer tools');
    const requests = await page.evaluate(`(${TAKEN})(${JSON.stringify(HAR)})`);
    expect(requests).toEqual([
      {
        url: 'wss://recording.invalid/v1/ws',
        status: 101,
        frames: [
          ['send', 1, 'ping', 1_770_091_507.5],
          ['receive', 1, 'pong', 1_770_091_508],
          ['receive', 8, 'A+g=', 1_770_091_509],
        ],
      },
      { url: 'https://recording.invalid/v1/api/forex/trade_list', status: 200, frames: [] },
    ]);
  } finally {
    await context.close();
  }
});
