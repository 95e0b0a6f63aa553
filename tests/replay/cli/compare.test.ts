import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { readDigest } from '../digests.ts';
import { eventfulRecording } from '../play/replay-parts.ts';
import { place, replay, replayProcess } from './command.ts';

const RECORDING = eventfulRecording();
const LINES = RECORDING.trimEnd().split('\n');
const KEPT = 400;
const BEGINNING = `${LINES.slice(0, KEPT).join('\n')}\n`;

describe('--trail and --diff', () => {
  it('a trail has a line for each record: its number, its time and the state after it', async () => {
    const { status, out } = await replay([place(BEGINNING), '--trail']);
    const steps = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(status).toBe(0);
    expect(steps).toHaveLength(KEPT - 1);
    expect(steps[0]).toEqual({ line: 2, at: 1, state: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it('two equal recordings, trails or states: status 0', async () => {
    const folder = temporaryFolder();
    const recording = place(RECORDING);
    for (const [option, name] of [
      ['--state', 'state.json'],
      ['--trail', 'trail.jsonl'],
    ] as const)
      writeFileSync(join(folder, name), (await replay([recording, option])).out);
    const pairs = [
      [recording, place(gzipSync(RECORDING), 'b.jsonl.gz')],
      [join(folder, 'trail.jsonl'), recording],
      [join(folder, 'state.json'), join(folder, 'state.json')],
    ];
    for (const [a = '', b = ''] of pairs) {
      const { status, out, said } = await replay(['--diff', a, b]);
      expect([status, said]).toEqual([0, '']);
      expect(out).toMatch(/^The states are equal/);
    }
  });

  it('of two builds the first differing record is named and shown: status 1', async () => {
    const recording = place(RECORDING);
    const lines = (await replay([recording, '--trail'])).out.split('\n');
    const changed = 300;
    const step = JSON.parse(lines[changed] ?? '');
    const other = lines.map((line, i) => (i < changed ? line : line.replace(/"state":"../, '"state":"no')));
    const trails = [place(lines.join('\n')), place(other.join('\n'), 'b.jsonl')];
    const { status, out } = await replay([recording, '--diff', ...trails]);
    expect(status).toBe(1);
    expect(out).toEqual(
      expect.stringContaining(
        `The states differ first after line ${step.line}, at ${step.at} ms.\n${LINES[step.line - 1]}\n`,
      ),
    );
    expect(out).toMatch(/In this build it changes:\n(quotes|candles|counters)\..*: .* \| /);
  });

  it('a recording with one different price differs from that record on; a shorter one ends earlier', async () => {
    const at = LINES.findIndex((line, i) => i > KEPT && line.includes('DAY_MARKET') && line.includes('data'));
    const changed = LINES.with(at, (LINES[at] ?? '').replace(/\[\[(\d+),/, '[[$1,9'));
    const files = [place(RECORDING), place(changed.join('\n'), 'b.jsonl')];
    const differing = await replay(['--diff', ...files]);
    expect(differing.status).toBe(1);
    const [said, ...fields] = differing.out.trimEnd().split('\n');
    expect(said).toMatch(new RegExp(`^The states differ first after line ${at + 1}, `));
    expect(fields[0]).toMatch(/^quotes\.EURUSD\[0\]: ([\d.]+) \| 9\1$/);
    expect(fields[1]).toMatch(/^account\.total_profit: /);
    const shorter = await replay(['--diff', place(RECORDING), place(BEGINNING, 'b.jsonl')]);
    expect(shorter.status).toBe(1);
    expect(shorter.out).toContain('b.jsonl ends before it');
  });

  it('--html writes every differing field as one page without network', async () => {
    const at = LINES.findIndex((line, i) => i > KEPT && line.includes('DAY_MARKET') && line.includes('data'));
    const changed = LINES.with(at, (LINES[at] ?? '').replace(/"data\\":\[\[1,[\d.]+/, '"data\\":[[1,7.5'));
    const html = join(temporaryFolder(), 'page.html');
    const files = [place(RECORDING, '<a>.jsonl'), place(changed.join('\n'), 'b.jsonl')];
    // With a browser it would take pictures, too: `tests/e2e/replay-pictures.test.ts`.
    const env = { PIPSTREAM_CHROMIUM: join(temporaryFolder(), 'none') };
    const { status, out, said } = await replayProcess(['--diff', ...files, '--html', html], { env });
    expect([status, said]).toEqual([1, expect.stringContaining('The page has no pictures of the app. ')]);
    const page = readFileSync(html, 'utf8');
    expect(out).toMatch(/^quotes\.EURUSD\[0\]: [\d.]+ \| 7\.5$/m);
    expect(page).toMatch(
      /<td>quotes\.EURUSD\[0\]<\/td><td class="word">[\d.]+<\/td><td class="word">7\.5<\/td>/,
    );
    expect(page).toContain('&lt;a&gt;.jsonl');
    expect(page).not.toMatch(/src=|href=|https?:/);
  });

  it('two different states: each difference with both values, status 1', async () => {
    const { out } = await replay([place(RECORDING), '--state']);
    const other = JSON.parse(out);
    other.quotes.EURUSD[0] = 9;
    const { status, out: told } = await replay([
      '--diff',
      place(out, 'a.json'),
      place(JSON.stringify(other), 'b.json'),
    ]);
    expect(status).toBe(1);
    expect(told).toMatch(/^quotes\.EURUSD\[0\]: [\d.]+ \| 9\n$/);
  });

  it('packed trails and states are compared as plain ones are; a HAR, packed too, is sent to the import', async () => {
    const files = [];
    for (const option of ['--trail', '--state']) {
      const { out } = await replay([place(BEGINNING), option]);
      files.push([place(gzipSync(out), 'a.gz'), place(out, 'b')]);
    }
    for (const pair of files) expect((await replay(['--diff', ...pair])).status).toBe(0);
    for (const har of ['{"log":{}}', '{\n "log": {}\n}']) {
      const { status, said } = await replay([
        '--diff',
        place(gzipSync(har), 'a.har.gz'),
        place(har, 'b.har'),
      ]);
      expect([status, said]).toEqual([
        1,
        expect.stringContaining('a.har.gz is a HAR: import makes a recording of it.'),
      ]);
    }
  });

  it('damaged recordings are not equal: status 2, and each file is named with its line', async () => {
    const cut = `${BEGINNING}{"at":`;
    const later = BEGINNING.replace('"version":1', '"version":2');
    const packed = gzipSync(RECORDING).subarray(0, -20);
    const isEqual = 'The states are equal as far as both files can be read.\n';
    const pairs = [
      [place(cut), place(cut, 'b.jsonl'), isEqual, /a\.jsonl, line 401: .*\n.*b\.jsonl, line 401: /],
      [place(later), place(later, 'b.jsonl'), '', /a\.jsonl, line 1: .*\n.*b\.jsonl, line 1: /],
      [place(cut), place(RECORDING, 'b.jsonl'), isEqual, /a\.jsonl, line 401: [^\n]*\n$/],
      [
        place(packed, 'a.jsonl.gz'),
        place(RECORDING, 'b.jsonl'),
        isEqual,
        /a\.jsonl\.gz, line \d+: the packed data/,
      ],
    ] as const;
    for (const [a, b, printed, words] of pairs) {
      const { status, out, said } = await replay(['--diff', a, b]);
      expect([status, out]).toEqual([2, printed]);
      expect(said).toMatch(words);
    }
  });

  it('a trail or a state that was cut off is said to be so: status 2', async () => {
    for (const option of ['--trail', '--state']) {
      const { out } = await replay([place(BEGINNING), option]);
      const whole = place(out, 'a');
      const cuts = [place(out.slice(0, -10), 'b'), place(gzipSync(out).subarray(0, -10), 'b.gz')];
      for (const file of cuts) {
        const { status, said } = await replay(['--diff', whole, file]);
        expect([option, status, said]).toEqual([option, 2, expect.stringMatching(/b.* (cut off|damaged)/)]);
        expect(said).not.toMatch(/^\s*at /m);
      }
    }
  });

  it('a difference before a damage is a difference: status 1', async () => {
    const at = LINES.findIndex((line, i) => i > 100 && line.includes('DAY_MARKET') && line.includes('data'));
    const changed = LINES.with(at, (LINES[at] ?? '').replace(/\[\[(\d+),/, '[[$1,9'));
    const files = [place(`${BEGINNING}{"at":`), place(changed.join('\n'), 'b.jsonl')];
    expect(at).toBeLessThan(KEPT);
    expect((await replay(['--diff', ...files])).status).toBe(1);
  });

  it('a state and a trail, or other files: wrong usage, status 1', async () => {
    const { out } = await replay([place(RECORDING), '--state']);
    const state = place(out, 'a.json');
    for (const other of [place(RECORDING), place('hello', 'b.txt'), place('', 'c.txt')]) {
      const { status, out: told, said } = await replay(['--diff', state, other]);
      expect([status, told]).toEqual([1, '']);
      expect(said).toContain('--help tells more');
    }
  });
});

describe('--diff of two recordings that began at different times', () => {
  it('compares them by the clock: a part equals its whole at every moment', async () => {
    const [whole, part] = [place(RECORDING), join(temporaryFolder(), 'part.jsonl')];
    expect((await replay(['cut', whole, '--from', '0:05', '--to', '0:40', '--out', part])).status).toBe(0);
    const { status, out, said } = await replay(['--diff', whole, part]);
    expect([status, said]).toEqual([0, '']);
    expect(out).toMatch(
      /^Compared by the clock, from 2026-01-05T10:00:05.000Z to .*, without the counters\./,
    );
    expect(out).toContain('The states are equal at every moment.');
  });

  it('finds a session in the HAR of it equal, though its clock is some milliseconds late', async () => {
    const folder = temporaryFolder();
    const [whole, har, other] = [place(RECORDING), join(folder, 'a.har'), join(folder, 'b.jsonl')];
    await replay([whole, '--har', har]);
    const log = JSON.parse(readFileSync(har, 'utf8'));
    delete log.log._recording;
    const late = 0.004;
    for (const entry of log.log.entries) for (const one of entry._webSocketMessages ?? []) one.time += late;
    writeFileSync(har, JSON.stringify(log));
    expect((await replay(['import', har, '--from', 'har', '--out', other])).status).toBe(0);
    expect((await replay(['--diff', whole, other])).out).toContain('The states are equal at every moment.');
  });

  it('names the moment in both, and the fields', async () => {
    const [whole, part] = [place(RECORDING), join(temporaryFolder(), 'part.jsonl')];
    await replay(['cut', whole, '--from', '0:05', '--to', '0:40', '--out', part]);
    const lines = readFileSync(part, 'utf8').trimEnd().split('\n');
    const at = lines.findIndex((line, i) => i > lines.length / 2 && line.includes('DAY_MARKET'));
    const changed = lines[at]?.replace(/(\[\[\d+,)[\d.]+/, '$199.5') ?? '';
    writeFileSync(part, lines.toSpliced(at, 1, changed).join('\n'));
    const { status, out } = await replay(['--diff', whole, part]);
    expect(status).toBe(1);
    expect(out).toMatch(/The states differ first at 2026-01-05T10:00:\d\d\.\d{3}Z: 0:\d\d.* of .*, 0:\d\d/);
    expect(out).toMatch(/quotes\.\w+\[0\]: [\d.]+ \| 99\.5/);
  });

  it('refuses two that have no time in common', async () => {
    const later = RECORDING.replace('2026-01-05T10', '2026-01-05T20');
    const { status, said } = await replay(['--diff', place(RECORDING), place(later, 'b.jsonl')]);
    expect([status, said]).toEqual([1, expect.stringContaining('have no time in common')]);
  });
});

describe('--golden', () => {
  it('turns a recording into a test with one command: the file, and its state beside it', async () => {
    const cwd = temporaryFolder();
    const file = place(gzipSync(RECORDING), 'day.jsonl.gz');
    const { status, out } = await replayProcess([file, '--golden', 'my-day'], { cwd });
    const [is = '', takes = ''] = out.split('\n');
    expect([status, is]).toEqual([
      0,
      'tests/recordings/my-day is a test now: npm test -- node tests/recordings',
    ]);
    expect(takes).toMatch(
      /^It takes as right what this build computes, which may be wrong: the recording does not say which build made it\. Correct in /,
    );
    const folder = join(cwd, 'tests', 'recordings');
    expect(readFileSync(join(folder, 'my-day.jsonl.gz'))).toEqual(readFileSync(file));
    expect(JSON.parse(readFileSync(join(folder, 'my-day.state.json'), 'utf8')).digest).toBe(
      await readDigest([RECORDING]),
    );
  });

  it('of what its own tests refuse writes nothing: a recording with frames at too few moments', async () => {
    const cwd = temporaryFolder();
    const few = `${LINES.slice(0, 9).join('\n')}\n`;
    const { status, out, said } = await replayProcess([place(few), '--golden', 'few'], { cwd });
    expect([status, out]).toEqual([1, '']);
    expect(said).toMatch(/has frames at \d moments?: the pictures of a test need more than 3\./);
    expect(existsSync(join(cwd, 'tests'))).toBe(false);
  });

  it('of a damaged recording writes nothing: status 2', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'tests'));
    const { status, out, said } = await replayProcess([place(RECORDING.slice(0, -9)), '--golden', 'cut'], {
      cwd,
    });
    expect([status, out]).toEqual([2, '']);
    expect(said).toContain('cut off');
  });
});
