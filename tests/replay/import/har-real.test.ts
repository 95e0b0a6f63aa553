import { expect, it } from 'vitest';
import { textOf } from '../../../replay/cli/recording-files.ts';
import { importHar } from '../../../replay/import/har.ts';
import { recordedData } from '../../helpers/recorded-data.ts';

async function read(file: string): Promise<string> {
  let text = '';
  for await (const part of textOf(file)) text += part;
  return text;
}

it("a proxy's HAR with three sockets gives their five messages, closed before the next", async ({ skip }) => {
  const { header, entries, report } = importHar(
    await read(recordedData(skip, 'har', 'mitmproxy_websocket.har')),
  );
  expect(header).toMatchObject({ started_at: '2023-08-29T13:03:20.195Z', app: 'import mitmproxy' });
  expect(entries.map(({ at, kind }) => [at, kind])).toEqual([
    [0.591, 'open'],
    [141.985, 'in'],
    [424.696, 'close'],
    [9950.184, 'open'],
    [10_075.521, 'in'],
    [10_301.635, 'close'],
    [32_071.59, 'open'],
    [32_249.319, 'in'],
    [40_599.808, 'out'],
    [43_844.395, 'out'],
  ]);
  expect(Object.fromEntries(report.taken)).toEqual({ in: 3, out: 2 });
});

it("a venue's HAR gives all its frames in order", async ({ skip }) => {
  const file = recordedData(skip, 'har', 'converted_binance_futures_20210722.har.gz');
  const { header, entries, report } = importHar(await read(file));
  expect(header.started_at).toBe('2021-07-22T22:25:40.179Z');
  expect(Object.fromEntries(report.taken)).toEqual({ in: 1_535 });
  expect(entries).toHaveLength(1_536);
  expect(entries.every(({ at }, i) => at >= (entries[i - 1]?.at ?? 0))).toBe(true);
  expect(entries.at(-1)?.at).toBe(31_022.806);
});
