import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { mostBetween, SMOOTHING, sizeOf } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { place, replayProcess as replay } from '../replay/cli/command.ts';

const [HEADER = '', ...RECORDS] = gunzipSync(readFileSync(join(root, 'tests/recordings/stop-out.jsonl.gz')))
  .toString()
  .trimEnd()
  .split('\n');

const atOf = (line: string): number => JSON.parse(line).at;

/** A position is stopped out after 22 s of it; its user marked that. */
function markedRecording(header: object = {}): string {
  const mark = '{"at":22000.5,"kind":"command","name":"mark","args":["Odd chart?"]}';
  const at = RECORDS.findIndex((line) => atOf(line) > 22_000.5);
  const head = JSON.stringify({ ...JSON.parse(HEADER), ...header });
  return `${[head, ...RECORDS.toSpliced(at, 0, mark)].join('\n')}\n`;
}

async function shots(recording: string, ...args: readonly string[]) {
  const folder = temporaryFolder();
  const { status, out, said } = await replay(['shots', place(recording), '--out', folder, ...args]);
  expect([status, said]).toEqual([0, '']);
  const names = readdirSync(folder).toSorted();
  expect(out).toBe(names.map((name) => `${join(folder, name)}\n`).join(''));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

describe('shots', () => {
  it('are taken at moments and marks as it was recorded, the same every time', async () => {
    const recording = markedRecording({
      viewport: [360, 740],
      pixel_ratio: 2,
      theme: 'light',
      language: 'de',
    });
    const args = ['--at', 'marks,0:10', '--screen', '/trade?id=1'];
    const taken = await shots(recording, ...args);
    expect([...taken.keys()]).toEqual(['000010000.png', '000022001-mark-odd-chart.png']);
    const [before, marked] = taken.values();
    expect(sizeOf(before)).toEqual([720, 1480]);
    expect(await mostBetween(before, marked)).toBeGreaterThan(2 * SMOOTHING);
    const again = await shots(recording, ...args);
    expect([...again.keys()]).toEqual([...taken.keys()]);
    for (const [name, png] of again) expect(await mostBetween(png, taken.get(name))).toBeLessThan(SMOOTHING);
    const routes = ['/order', '/trade?id=1'].map((path, i) =>
      JSON.stringify({ at: i * 9_000, kind: 'page', event: 'route', path }),
    );
    const onScreens = recording.split('\n').toSpliced(1, 0, routes[0] ?? '');
    onScreens.splice(
      onScreens.findIndex((line, i) => i > 1 && line !== '' && atOf(line) > 9_000),
      0,
      routes[1] ?? '',
    );
    // At ten seconds the user was on the trade screen; at the start on another one.
    const followed = await shots(onScreens.join('\n'), '--at', 'marks,0:10,0');
    expect(await mostBetween(followed.get('000010000.png'), before)).toBeLessThan(SMOOTHING);
    expect(await mostBetween(followed.get('000000000.png'), before)).toBeGreaterThan(2 * SMOOTHING);
    const otherwise = await shots(
      recording,
      ...args,
      '--theme',
      'dark',
      '--lang',
      'ar',
      '--viewport',
      '320x600',
    );
    expect(sizeOf(otherwise.get('000010000.png'))).toEqual([640, 1200]);
  });
});

it('pictures are scrolled as the user had the screen, also one that loads after the scroll', async () => {
  const acts = [
    { at: 0, kind: 'page', event: 'route', path: '/trade?id=1' },
    { at: 0, kind: 'page', event: 'scroll', y: 90 },
  ].map((act) => JSON.stringify(act));
  const scrolled = markedRecording()
    .split('\n')
    .toSpliced(1, 0, ...acts);
  const args = ['--at', '0:10', '--viewport', '360x400'];
  const [followed, still, unscrolled] = [
    await shots(scrolled.join('\n'), ...args),
    await shots(scrolled.toSpliced(2, 1).join('\n'), ...args),
    await shots(scrolled.join('\n'), ...args, '--screen', '/trade?id=1'),
  ];
  expect(unscrolled).toEqual(still);
  expect(followed.get('000010000.png')?.equals(still.get('000010000.png') ?? Buffer.alloc(0))).toBe(false);
});

describe('a film', () => {
  it('shows a part of the recording', async ({ skip }) => {
    if (spawnSync('ffmpeg', ['-version']).status !== 0) skip('ffmpeg is not installed');
    const out = join(temporaryFolder(), 'film.webm');
    const span = ['--from', '0:20', '--to', '0:24', '--speed', '2'];
    const { status, said } = await replay(['film', place(markedRecording()), ...span, '--out', out]);
    expect([status, said]).toEqual([0, expect.stringMatching(/film\.webm: \d+\.\d s, [\d,]+ bytes\n$/)]);
    // Every WebM begins like this.
    expect(readFileSync(out).subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    expect(Number(/: (\d+\.\d) s/.exec(said)?.[1])).toBeGreaterThan(1);
  });

  it('is refused with a sentence where there is no ffmpeg', async () => {
    const { status, said } = await replay(['film', place(markedRecording()), '--out', 'film.webm'], {
      env: { PATH: temporaryFolder() },
    });
    expect([status, said]).toEqual([
      1,
      expect.stringContaining('A film needs ffmpeg, which is not installed here'),
    ]);
  });
});

it('a comparison of two recordings shows the app at the first moment at which they differ', async () => {
  const changed = RECORDS.map((line) => (atOf(line) > 22_000 ? line.replaceAll('[[1,1.0', '[[1,1.2') : line));
  const files = [place(markedRecording()), place(`${[HEADER, ...changed].join('\n')}\n`, 'b.jsonl')];
  const html = join(temporaryFolder(), 'diff.html');
  const { status, said } = await replay(['--diff', ...files, '--html', html, '--screen', '/trade?id=1']);
  expect([status, said]).toEqual([1, '']);
  const pictures = [...readFileSync(html, 'utf8').matchAll(/src="data:image\/png;base64,([^"]+)"/g)];
  expect(pictures).toHaveLength(2);
  expect(pictures[0]?.[1]).not.toBe(pictures[1]?.[1]);
});
