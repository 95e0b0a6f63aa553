import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cut, type Span } from '../../../replay/cli/cut.ts';
import type { OpenRecording } from '../../../replay/cli/entries.ts';
import { jumpingClock } from '../../../replay/cli/jumping-clock.ts';
import { taskOf } from '../../../replay/cli/task.ts';
import { stateOf } from '../../../replay/fold/digested-state.ts';
import { survey } from '../../../replay/play/survey.ts';
import { ANSWER_MS } from '../../../shared/limits.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { createChance } from '../../sim/chance.ts';
import { playedDigest } from '../digests.ts';
import { folded } from '../lines.ts';
import { createScript, eventfulRecording, order, sourceOf } from '../play/replay-parts.ts';
import { trafficOf } from '../traffic.ts';
import { place, replay } from './command.ts';
import { madeText, opened } from './made.ts';

const cutText = (text: string, span: Span): Promise<string> => madeText(cut(opened(text), span));

const lengthOf = (text: string): number => folded(text).outcome.lastAtMs;
const stateAt = (text: string, untilMs?: number) => stateOf(folded(text, untilMs).fold);

describe('a part of a recording', () => {
  it('has the state of the whole at every later moment, whatever was recorded', async () => {
    const COUNT = Number(process.env['SEEDS'] ?? 40);
    for (let seed = 1; seed <= COUNT; seed++) {
      const text = trafficOf(seed);
      const chance = createChance(seed * 11);
      const fromMs = chance.whole(0, lengthOf(text));
      const part = await cutText(text, { fromMs, toMs: Number.POSITIVE_INFINITY });
      const laterMs = chance.whole(fromMs, lengthOf(text));
      expect(stateAt(part, 0), `seed ${seed} at ${fromMs}`).toEqual(stateAt(text, fromMs));
      expect(stateAt(part, laterMs - fromMs), `seed ${seed} at ${laterMs}`).toEqual(stateAt(text, laterMs));
      expect(stateAt(part), `seed ${seed} at its end`).toEqual(stateAt(text));
    }
  });

  it('knows which orders were closed: a late row of one does not bring it back', async () => {
    const script = createScript();
    const account = { balance: 100, lock_balance: 0 };
    script.open(0);
    script.sub(1, 'FOREX_TRADE');
    script.data(20, 'FOREX_TRADE', { orders: [order(1, 1), order(2, 1)], account });
    script.data(30, 'FOREX_CLOSED', { ids: [1] });
    script.data(50, 'FOREX_TRADE', { orders: [order(1, 1)], account });
    const part = await cutText(script.text(), { fromMs: 40, toMs: 60 });
    expect(stateAt(script.text()).orders).toHaveLength(1);
    expect(stateAt(part)).toEqual(stateAt(script.text()));
  });

  it('begins on the screen that was open, with what was chosen on it', async () => {
    const script = createScript();
    script.open(0);
    const page = (at: number, body: object) => script.add(at, { kind: 'page', ...body } as never);
    page(1, { event: 'route', path: '/rank' });
    page(2, { event: 'choice', name: 'rank.by', value: 'profit' });
    page(3, { event: 'route', path: '/order' });
    page(4, { event: 'choice', name: 'order.tab', value: 'history' });
    page(5, { event: 'choice', name: 'order.tab', value: 'dealing' });
    page(90, { event: 'choice', name: 'order.tab', value: 'holding' });
    const read = await survey(sourceOf(await cutText(script.text(), { fromMs: 50, toMs: 100 })));
    expect(read.ok && read.value.page).toEqual([
      { atMs: 0, event: 'route', path: '/order' },
      { atMs: 0, event: 'choice', name: 'rank.by', value: 'profit' },
      { atMs: 0, event: 'choice', name: 'order.tab', value: 'dealing' },
      { atMs: 40, event: 'choice', name: 'order.tab', value: 'holding' },
    ]);
  });

  it('knows since when an answer is awaited', async () => {
    const script = createScript();
    const [unsub, sub] = ['unsub', 'sub'].map((cmd) => ({ cmd, topic: 'DAY_MARKET' }));
    script.open(0);
    for (const frame of [sub, unsub, sub]) script.out(1, frame);
    for (const frame of [unsub, sub]) script.out(1 + ANSWER_MS, frame);
    script.in(2 + ANSWER_MS, { cmd: 'unsub', topic: 'DAY_MARKET', code: 1, msg: '' });
    script.data(3 + ANSWER_MS, 'DAY_MARKET', [[1, 1.2, 1.1, 1, 5]]);
    const part = await cutText(script.text(), { fromMs: 100, toMs: Number.POSITIVE_INFINITY });
    expect(stateAt(script.text()).quotes).not.toEqual({});
    expect(stateAt(part)).toEqual(stateAt(script.text()));
  });

  it('of a part has that state as well', async () => {
    const text = eventfulRecording();
    const part = await cutText(text, { fromMs: 40_000, toMs: 160_000 });
    const smaller = await cutText(part, { fromMs: 82_000, toMs: 90_000 });
    expect(stateAt(smaller, 1_500)).toEqual(stateAt(text, 123_500));
    expect(stateAt(smaller)).toEqual(stateAt(text, 130_000));
  });

  it('plays to the same digest, and its survey shows no gap at its start', async () => {
    const part = await cutText(eventfulRecording(), { fromMs: 160_000, toMs: 190_000 });
    const surveyed = await survey(sourceOf(part));
    if (!surveyed.ok) throw new Error('a recording');
    expect(await playedDigest(sourceOf(part), 'max', jumpingClock())).toBe(surveyed.value.digest);
    expect(surveyed.value.moments.filter(({ kind }) => kind === 'gap')).toEqual([]);
    expect(surveyed.value.lengthMs).toBe(30_000);
    expect(surveyed.value.startedAt).toBe(Date.parse(opened(part).header.started_at));
  });

  it('is read no further than it is written, so that memory does not grow with its length', async () => {
    const text = eventfulRecording();
    let read = 0;
    const { header, entries } = opened(text);
    async function* counted(): OpenRecording['entries'] {
      for await (const one of entries) {
        read++;
        yield one;
      }
      return undefined;
    }
    const before = [...text.matchAll(/"at":(\d+)/g)].filter(([, at]) => Number(at) <= 100_000).length;
    let written = 0;
    for await (const { at } of cut({ header, entries: counted() }, { fromMs: 100_000, toMs: 150_000 })
      .entries) {
      if (at === 0) continue;
      written++;
      expect(read).toBe(before + written);
    }
    expect(written).toBeGreaterThan(200);
  });

  it('from the first record needs no head', async () => {
    const text = eventfulRecording();
    const part = await cutText(text, { fromMs: undefined, toMs: 50_000 });
    expect(text.startsWith(part)).toBe(true);
    expect(stateAt(part)).toEqual(stateAt(text, 50_000));
  });
});

describe('replay cut', () => {
  it('writes the part, and its digest is that of the whole', async () => {
    const file = place(eventfulRecording());
    const out = join(temporaryFolder(), 'part.jsonl.gz');
    const made = await replay(['cut', file, '--from', '0:40', '--to', '1:20.5', '--out', out]);
    expect(made).toMatchObject({
      status: 0,
      out: '',
      said: expect.stringMatching(/part\.jsonl\.gz: \d+ records/),
    });
    const { out: digest } = await replay([file, '--digest', '--until', '80500']);
    expect(await replay([out, '--digest'])).toEqual({ status: 0, out: digest, said: '' });
  });

  it('of a damaged recording writes what stands before the damage: status 2, and the line', async () => {
    const file = place(`${eventfulRecording()}{"at":`);
    const out = join(temporaryFolder(), 'part.jsonl');
    const { status, said } = await replay(['cut', file, '--from', '100000', '--out', out]);
    expect(status).toBe(2);
    expect(said).toMatch(/line \d+: the line is cut off or no JSON; what stands before it was kept/);
    expect(stateAt(readFileSync(out, 'utf8')).quotes).toEqual(stateAt(eventfulRecording()).quotes);
  });

  it.each([
    [['--from', '5'], 'Name the file to write'],
    [['--out', 'b.jsonl'], 'Say where to cut'],
    [['--from', 'noon', '--out', 'b.jsonl'], '--from wants a number'],
    [['--from', '9', '--to', '8', '--out', 'b.jsonl'], '--to lies before --from'],
  ])('with %j is refused', (args, sentence) => {
    expect(() => taskOf(['cut', 'a.jsonl', ...args])).toThrow(sentence);
  });

  it('takes moments in ms, and as the app shows them', () => {
    const spanOf = (from: string) => taskOf(['cut', 'a.jsonl', '--from', from, '--out', 'b.jsonl']);
    for (const [text, ms] of [
      ['1500', 1_500],
      ['0:01.5', 1_500],
      ['1:02:03', 3_723_000],
    ] as const)
      expect(spanOf(text)).toMatchObject({ fromMs: ms });
  });
});
