import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { branchTask, findTarget, otherEntries } from '../../../replay/cli/tampering.ts';
import { root } from '../../architecture/sources.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { place, replay, replayProcess } from './command.ts';
import { opened } from './made.ts';

const FILE = join(root, 'tests/recordings/two-prices.jsonl.gz');
const TEXT = gunzipSync(readFileSync(FILE)).toString();
const LINES = TEXT.trimEnd().split('\n');

interface Frame {
  readonly line: number;
  readonly at: number;
  readonly seq: number;
  readonly data: readonly (readonly number[])[];
}

/** The market frames that have a row of the euro alone, after positions in it were opened. */
const EUROS: readonly Frame[] = LINES.flatMap((text, i) => {
  const { at, kind, text: frame } = JSON.parse(text);
  if (kind !== 'in' || at < 50_000 || !frame.startsWith('{"topic":"DAY_MARKET"')) return [];
  const { seq, data } = JSON.parse(frame);
  return data.length === 1 && data[0][0] === 1 ? [{ line: i + 1, at, seq, data }] : [];
});
const [FRAME = { line: 0, at: 0, seq: 0, data: [] }] = EUROS.slice(2);

async function branched(...args: readonly string[]) {
  const { status, out, said } = await replay([FILE, ...args]);
  expect([status, said]).toEqual([0, '']);
  return out.trimEnd().split('\n');
}

describe('a recording with one frame otherwise', () => {
  it('names the first field and the first amount that another price changes, and when all is equal again', async () => {
    const [, close = 0] = FRAME.data[0] ?? [];
    const lines = await branched('--change', `line=${FRAME.line},ask=${close + 1},price=${close + 0.5}`);
    expect(lines[0]).toMatch(
      new RegExp(
        `^Line ${FRAME.line} at 0:\\d\\d\\.\\d+, DAY_MARKET ${FRAME.seq}: Ask .* → .*Close ${close} → `,
      ),
    );
    expect(lines[1]).toMatch(/^First field: 0:5\d\.\d+ quotes\.EURUSD\.\w+: /);
    expect(lines[1]).toContain(`${close}`);
    // A sell closes at the ask: a euro more costs 0.1 lots of it 10,000 dollars.
    expect(lines[2]).toMatch(
      /^First amount: 0:5\d\.\d+ (account\.floatingPnl|positions\.\d+\.pnl): .* \| -\d{4,}/,
    );
    expect(lines[3]).toMatch(/^\d+ fields differ at some time; from 0:\d\d\.\d+ on all are equal again\.$/);
  });

  it('a lost frame is noticed with the next one, and the new snapshot mends it', async () => {
    const lines = await branched('--drop', String(FRAME.line));
    expect(lines[0]).toContain(': lost');
    expect(lines[1]).toMatch(/^First field: .* quotes\.EURUSD\./);
    expect(lines.at(-1)).toMatch(/all are equal again\.$/);
  });

  it('a late frame holds back those behind it, and nothing is lost', async () => {
    const lines = await branched('--delay', `${FRAME.line}=800`);
    expect(lines[1]).toMatch(/^First field: .* quotes\.EURUSD\./);
    expect(lines.at(-1)).toMatch(/all are equal again\.$/);
    expect(await branched('--delay', `${FRAME.line}=0`)).toEqual([
      expect.stringContaining('0 ms later'),
      'No field differs.',
    ]);
  });

  it('is found by its number or its instrument from a moment on, too', async () => {
    const byLine = await branched('--drop', String(FRAME.line));
    const at = String(Math.floor(FRAME.at));
    expect(await branched('--at', at, '--drop', `seq=${FRAME.seq}`)).toEqual(byLine);
    expect(await branched('--at', at, '--drop', 'code=EURUSD')).toEqual(byLine);
  });

  it('the page has every field that differs', async () => {
    const html = join(temporaryFolder(), 'branch.html');
    // Without the built app, or a browser, it says so and has the fields all the same.
    const { status } = await replayProcess([FILE, '--drop', String(FRAME.line), '--html', html], {
      env: { PIPSTREAM_CHROMIUM: join(temporaryFolder(), 'none'), PATH: '' },
    });
    expect(status).toBe(0);
    expect(readFileSync(html, 'utf8')).toMatch(/<td class="word">0:5\d\.\d+<\/td><td[^>]*>quotes\.EURUSD/);
  });
});

it('the other recording loses the frame without a gap, has it later, or has it otherwise', async () => {
  async function made(args: Readonly<Record<string, string>>) {
    const task = branchTask(place(TEXT), args);
    if (task === undefined) throw new Error('nothing is changed');
    const entries = otherEntries(opened(TEXT).entries, await findTarget(task), task.tampering);
    const seen: { at: number; seq: number; text: string }[] = [];
    for await (const entry of entries)
      if (entry.kind === 'in' && entry.text.startsWith('{"topic":"DAY_MARKET"'))
        seen.push({ at: entry.at, seq: JSON.parse(entry.text).seq, text: entry.text });
    return seen;
  }
  const seqs = (frames: readonly { readonly seq: number }[]) => frames.map(({ seq }) => seq);
  const { line } = FRAME;
  const whole = await made({ delay: `${line}=0` });
  const dropped = await made({ drop: `${line}` });
  expect(dropped).toHaveLength(whole.length - 1);
  expect(seqs(dropped)).toEqual(seqs(whole).slice(0, -1));
  const late = await made({ delay: `${line}=800` });
  expect(seqs(late)).toEqual(seqs(whole));
  expect(late.find(({ seq }) => seq === FRAME.seq)?.at).toBe(FRAME.at + 800);
  const changed = await made({ change: `line=${line},price=2` });
  expect(changed.filter(({ text }, i) => text !== whole[i]?.text)).toEqual([
    { at: FRAME.at, seq: FRAME.seq, text: expect.stringContaining('[[1,2,') },
  ]);
});

it.each([
  [['--drop', '3', '--delay', '3=1'], /^One of --drop, --delay and --change/],
  [['--drop', 'x'], /^--drop wants a line, as frames lists them, or seq=57/],
  [['--delay', '164'], /^--delay wants a line and ms/],
  [['--delay', '164=soon'], /^--delay wants a number/],
  [['--change', 'line=164'], /^Say what to change/],
  [['--change', 'line=164,colour=1'], /^--change knows price, Close, /],
  [['--drop', '2'], /line 2 is no frame with data/],
  [['--change', `line=${FRAME.line},code=GBPUSD,price=1`], /has no row of GBPUSD/],
  [['--change', `line=${FRAME.line},high=1`], /has Close, .*, and no High/],
])('%j is refused with a sentence', async (args, sentence) => {
  expect(await replay([FILE, ...args])).toMatchObject({
    status: 1,
    out: '',
    said: expect.stringMatching(sentence),
  });
});

it('a frame that is not in the recording, or that the engine does not take, is named: status 2', async () => {
  expect(await replay([FILE, '--drop', '99999'])).toMatchObject({
    status: 2,
    said: expect.stringContaining('it has no such frame'),
  });
});
