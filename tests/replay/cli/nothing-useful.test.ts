import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { createScript, eventfulRecording } from '../play/replay-parts.ts';
import { place, replay } from './command.ts';

const [HEADER = ''] = eventfulRecording().split('\n', 1);

function late(): string {
  const script = createScript();
  script.open(5_000);
  script.data(6_000, 'DAY_MARKET', [[1, 1.2, 1.1, 1, 5]]);
  return script.text();
}

describe('a tool whose result would be of no use says why, writes nothing and ends with status 2', () => {
  it.each([
    [
      'cut',
      late(),
      ['--from', '1:00'],
      'it has no record after 1:00.000; the last one before is at 0:06.000',
    ],
    ['cut', late(), ['--from', '2000', '--to', '4000'], 'it has no record after 0:02.000 up to 0:04.000'],
    ['cut', late(), ['--to', '4999'], 'it has no record up to 0:04.999'],
    ['filter', late(), ['--topic', 'NEWS,KLINE.*'], 'it has no such record; it has frames of DAY_MARKET'],
    ['filter', late(), ['--kind', 'close'], 'it has no such record'],
    ['anonymise', `${HEADER}\n`, [], 'it has no record'],
    ['merge', late(), [late()], 'the recording that began later adds nothing'],
    ['merge', `${HEADER}\n`, [`${HEADER}\n`], 'the recording that began later adds nothing'],
  ])('%s', async (tool, text, args, sentence) => {
    const file = place(text);
    const out = join(temporaryFolder(), 'made.jsonl');
    const { status, said } = await replay([
      tool,
      file,
      ...(tool === 'merge' ? args.map((other) => place(other)) : args),
      '--out',
      out,
    ]);
    expect([status, said]).toEqual([2, expect.stringContaining(sentence)]);
    expect(said).toContain('nothing was written');
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it('the list of frames, as text and as a page', async () => {
    const file = place(late());
    const html = join(temporaryFolder(), 'frames.html');
    for (const page of [[], ['--html', html]])
      expect(await replay(['frames', file, '--search', 'nowhere', ...page])).toEqual({
        status: 2,
        out: '',
        said: `${file}: it has no such frame\n`,
      });
    expect(existsSync(html)).toBe(false);
  });

  it('a HAR', async () => {
    const out = join(temporaryFolder(), 'made.har');
    const { status, said } = await replay([place(`${HEADER}\n`), '--har', out]);
    expect([status, said]).toEqual([2, expect.stringContaining('it has no record; nothing was written')]);
    expect(existsSync(out)).toBe(false);
  });

  it('pictures and films of moments behind the end', async () => {
    const out = join(temporaryFolder(), 'film.webm');
    const file = place(late());
    const shots = await replay(['shots', file, '--at', '1:00,7000', '--out', join(out, '..')]);
    expect(shots).toEqual({
      status: 2,
      out: '',
      said: `${file}: it ends at 0:06.000, before 0:07.000, 1:00.000\n`,
    });
    const film = await replay(['film', file, '--from', '1:00', '--out', out]);
    expect([film.status, film.said]).toEqual([
      expect.any(Number),
      expect.stringMatching(/it ends at 0:06\.000, not after --from|needs ffmpeg/),
    ]);
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it('a damaged file: where the damage is stands beside it', async () => {
    const out = join(temporaryFolder(), 'made.jsonl');
    const { status, said } = await replay(['cut', place(`${late()}{"at":`), '--from', '7000', '--out', out]);
    expect([status, said]).toEqual([
      2,
      expect.stringMatching(/line 4: .*cut off.*; it has no record after 0:07/),
    ]);
  });
});

it('a filter keeps what belongs to no topic only beside what was asked for', async () => {
  const out = join(temporaryFolder(), 'made.jsonl');
  const file = place(eventfulRecording());
  expect(await replay(['filter', file, '--topic', 'FOREX_TRADE', '--out', out])).toMatchObject({ status: 0 });
  expect(await replay(['filter', file, '--kind', 'command', '--out', out])).toMatchObject({ status: 0 });
});
