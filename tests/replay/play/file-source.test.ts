import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fileSource } from '../../../replay/play/file-source.ts';
import { harOf, message, socket } from '../import/har-parts.ts';

async function textOf(content: string | Buffer, name: string): Promise<string> {
  let text = '';
  for await (const part of fileSource(new Blob([Buffer.from(content)]), name)()) text += part;
  return text;
}

const har = (url: string, text: string) => harOf(socket(url, 0, [message('receive', 1, 1, text)]));

it('a HAR that the user chose is read as a recording, packed too', async () => {
  const ours = har('wss://api.example.com/v1/ws', '{"topic":"DAY_MARKET","seq":1,"ts":5,"data":[]}');
  const text = await textOf(ours, 'a.har');
  expect(text.trimEnd().split('\n')).toEqual([
    expect.stringContaining('"format":"socket-recording"'),
    '{"at":0,"kind":"open"}',
    expect.stringContaining('DAY_MARKET'),
  ]);
  expect(await textOf(gzipSync(ours), 'A.HAR.GZ')).toBe(text);
});

it('a HAR of another site is refused with the reason, not shown as an empty market', async () => {
  const trade = '{"e":"trade","E":1700000001000,"s":"BTCUSDT","p":"1.5","q":"1","T":1700000001000}';
  await expect(textOf(har('wss://stream.binance.example/ws', trade), 'a.har')).rejects.toThrow(
    '1 of 1 frames received are of another site and would be masked; for this site use --from binance-spot',
  );
});
