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
/** The first records, and the digest of the state after them. */
const BEGINNING = `${LINES.slice(0, KEPT).join('\n')}\n`;
const beginning = await readDigest([BEGINNING]);
const whole = await readDigest([RECORDING]);

/** The standard output, which must be exactly one line of JSON. */
function stateIn(out: string): { readonly digest: string; readonly counters: Record<string, number> } {
  expect(out.split('\n')).toHaveLength(2);
  expect(out.endsWith('\n')).toBe(true);
  return JSON.parse(out);
}

describe('--state and --digest', () => {
  it('print only one JSON object, or only the digest', async () => {
    const file = place(RECORDING);
    const { status, out, said } = await replay([file, '--state']);
    expect([status, said]).toEqual([0, '']);
    expect(Object.keys(stateIn(out))).toEqual([
      'quotes',
      'candles',
      'orders',
      'account',
      'counters',
      'digest',
    ]);
    expect(stateIn(out).digest).toBe(whole);
    expect(await replay([file, '--digest'])).toEqual({ status: 0, out: `${whole}\n`, said: '' });
  });

  it('read a packed file like the plain one', async () => {
    const { status, out } = await replay([place(gzipSync(RECORDING), 'a.jsonl.gz'), '--digest']);
    expect([status, out]).toEqual([0, `${whole}\n`]);
  });

  it('--until omits later records', async () => {
    const atMs = JSON.parse(LINES[KEPT - 1] ?? '').at;
    const until = LINES.slice(1).filter((line) => JSON.parse(line).at <= atMs);
    const wanted = await readDigest([[LINES[0], ...until].join('\n')]);
    const { status, out } = await replay([place(RECORDING), '--digest', '--until', String(atMs)]);
    expect([status, out]).toEqual([0, `${wanted}\n`]);
    expect(wanted).not.toBe(whole);
  });
});

describe('output with a reader that stops early', () => {
  it('ends without an error, as with head', async () => {
    const { out, said } = await replayProcess([place(RECORDING), '--trail'], { readsFirst: true });
    expect(out).toContain('{"line":2,');
    expect(said).toBe('');
  });
});

describe('a damaged recording', () => {
  const damages = {
    'cut off in a line': { text: `${BEGINNING}${LINES[KEPT]?.slice(0, 25)}`, because: 'cut off or no JSON' },
    garbled: { text: `${BEGINNING}%&\u0000{{\n${LINES.slice(KEPT).join('\n')}`, because: 'no JSON' },
    'with a record of no kind': { text: `${BEGINNING}{"at":1,"kind":"tick"}\n`, because: 'no known kind' },
    'with an invalid time': { text: `${BEGINNING}{"at":-1,"kind":"open"}\n`, because: 'no time' },
    'with a line that never ends': { text: `${BEGINNING}${'x'.repeat(17 << 20)}`, because: 'too long' },
  } as const;

  it.each(Object.entries(damages))(
    '%s: prints the readable part, names the line, status 2',
    async (_, damage) => {
      const file = place(damage.text);
      const { status, out, said } = await replay([file, '--state']);
      expect(status).toBe(2);
      expect(stateIn(out).digest).toBe(beginning);
      expect(said).toMatch(new RegExp(`^${file}, line ${KEPT + 1}: .*${damage.because}.*\n$`));
      expect(said).toContain(`${KEPT - 1} records before it were read`);
    },
  );

  it('packed and truncated: uses the unpacked part, status 2', async () => {
    const packed = gzipSync(RECORDING);
    const { status, out, said } = await replay([
      place(packed.subarray(0, packed.length / 2), 'a.jsonl.gz'),
      '--state',
    ]);
    expect(status).toBe(2);
    expect(stateIn(out).counters['received']).toBeGreaterThan(50);
    expect(said).toMatch(
      /, line \d+: the (packed data|line) is cut off .*\. \d+ records before it were read\.\n$/,
    );
  });

  it('packed with damaged bytes: status 2', async () => {
    const packed = gzipSync(RECORDING);
    packed.fill(0x55, packed.length / 2, packed.length / 2 + 200);
    const { status, out, said } = await replay([place(packed, 'a.jsonl.gz'), '--state']);
    expect(status).toBe(2);
    stateIn(out);
    expect(said).toMatch(/, line \d+: /);
  });

  it('empty, binary, or of another format: line 1, status 2, and no state that could be taken for one', async () => {
    const other = '{"format":"other","version":1}\n';
    const later = LINES[0]?.replace('"version":1', '"version":2') ?? '';
    const binary = Buffer.from(Array.from({ length: 9_000 }, (_, i) => (i * 7_919) % 256));
    for (const content of ['', binary, other, later, '\n\n']) {
      for (const what of [['--state'], ['--digest'], ['--trail'], ['--indicators', 'sma:2']]) {
        const { status, out, said } = await replay([place(content), ...what]);
        expect([status, out]).toEqual([2, '']);
        expect(said).toMatch(/, line [1-3]: .*0 records before it were read\.\n$/);
      }
    }
  });

  it('a bomb of packed blanks is aborted at the longest line, in little memory', async () => {
    const bomb = gzipSync(Buffer.alloc(256 << 20, ' '));
    const file = place(Buffer.concat([gzipSync(BEGINNING), bomb]), 'a.jsonl.gz');
    const { status, out, said } = await replayProcess([file, '--state'], {
      node: ['--max-old-space-size=96'],
    });
    expect(status).toBe(2);
    expect(stateIn(out).digest).toBe(beginning);
    expect(said).toContain(`line ${KEPT + 1}: the line is too long`);
  });

  it('read only up to an earlier time stops before the damage', async () => {
    const atMs = JSON.parse(LINES[KEPT - 2] ?? '').at;
    const { status } = await replay([place(damages.garbled.text), '--digest', '--until', String(atMs - 1)]);
    expect(status).toBe(0);
  });
});

describe('an unreadable file', () => {
  it.each([
    ['a folder', () => temporaryFolder(), 'EISDIR'],
    ['a file that is not there', () => join(temporaryFolder(), 'absent.jsonl'), 'ENOENT'],
    ['a packed file that is not there', () => join(temporaryFolder(), 'absent.jsonl.gz'), 'ENOENT'],
  ])('%s: a sentence, status 1, and nothing on standard output', async (_, path, code) => {
    for (const task of ['--state', '--trail']) {
      const { status, out, said } = await replay([path(), task]);
      expect([status, out]).toEqual([1, '']);
      expect(said).toMatch(new RegExp(`could not be read: ${code}\\.\n$`));
    }
  });
});

describe('wrong usage', () => {
  it.each([
    [[], 0],
    [['--help'], 0],
    [['--state'], 1],
    [['a.jsonl'], 1],
    [['a.jsonl', 'b.jsonl', '--state'], 1],
    [['a.jsonl', '--state', '--until', 'soon'], 1],
    [['a.jsonl', '--state', '--until', '-5'], 1],
    [['a.jsonl', '--serve', '70000'], 1],
    [['a.jsonl', '--serve', '0', '--speed', '0'], 1],
    [['a.jsonl', '--unknown'], 1],
    [['--diff', 'a.json'], 1],
    [['import', 'a.jsonl'], 1],
    [['a.jsonl', '--golden', '../../evil'], 1],
  ] as const)('%j ends with status %i', async (args, wanted) => {
    const { status, out, said } = await replay(args);
    expect(status).toBe(wanted);
    if (wanted === 0) expect(out).toContain('--state');
    else
      expect([out, said.trimEnd().split('\n').at(-1)]).toEqual(['', 'npm run replay -- --help tells more.']);
  });
});
