import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { answer, data, frame, recordingOf, sent } from '../lines.ts';
import { INSTRUMENTS } from '../play/replay-parts.ts';
import { place, replay } from './command.ts';

const market = (seq: number, close: number) => data('DAY_MARKET', seq, [[1, close, 1.1, 1, seq]]);
const RECORDING = recordingOf(
  answer('/v1/api/forex/trade_list', { list: INSTRUMENTS }),
  { kind: 'open' },
  sent({ cmd: 'sub', topic: 'DAY_MARKET' }),
  frame({ cmd: 'sub', topic: 'DAY_MARKET', code: 1, msg: '' }),
  market(1, 1.2),
  data('DAY_MARKET', 2, [[2, 90_000, 1, 1, 2]]),
  market(3, 1.25),
  market(3, 1.25),
  market(5, 1.3),
  market(6, 1.4),
  data('KLINE.EURUSD', 1, [60, 1, 1, 1, 1, 1]),
  data('KLINE.EURUSD', 2, [60, 1, 1.3, 1, 1.3, 2]),
  { kind: 'in', text: '<b>&' },
);

async function listed(...args: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { status, out, said } = await replay(['frames', place(RECORDING), ...args]);
  expect([status, said]).toEqual([0, '']);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  '));
}

describe('replay frames', () => {
  it('names an ask', async () => {
    const more = data('DAY_MARKET', 7, [[1, 1.4, 1.1, 1, 6, 1.41]]);
    const { out } = await replay(['frames', place(`${RECORDING}${JSON.stringify({ at: 130, ...more })}\n`)]);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/ {2}EURUSD\.Ask absent → 1\.41$/);
  });

  it('says of each frame when it came, whether it counted and why not, and what it changed', async () => {
    expect(await listed()).toEqual([
      ['5', '30', 'DAY_MARKET', '', 'answer', '{"cmd":"sub","topic":"DAY_MARKET","code":1,"msg":""}'],
      ['6', '40', 'DAY_MARKET', '1', 'snapshot', 'the first'],
      ['7', '50', 'DAY_MARKET', '2', 'next', expect.stringMatching(/^BTCUSD absent → \{"Close":90000,/)],
      ['8', '60', 'DAY_MARKET', '3', 'next', 'EURUSD.Close 1.2 → 1.25, EURUSD.Time 1 → 3'],
      ['9', '70', 'DAY_MARKET', '3', 'dropped: this number was there already', 'none'],
      ['10', '80', 'DAY_MARKET', '5', 'dropped, gap: frames before it are missing', expect.any(String)],
      ['11', '90', 'DAY_MARKET', '6', 'next', expect.any(String)],
      ['12', '100', 'KLINE.EURUSD', '1', 'snapshot', 'the first'],
      ['13', '110', 'KLINE.EURUSD', '2', 'next', 'High 1 → 1.3, Close 1 → 1.3, Volume 1 → 2'],
      ['14', '120', '', '', 'dropped: no JSON', '<b>&'],
    ]);
  });

  it('lists some of them by time, topic or text', async () => {
    expect((await listed('--from', '60', '--to', '70')).map(([line]) => line)).toEqual(['8', '9']);
    expect((await listed('--topic', 'KLINE.*')).map(([line]) => line)).toEqual(['12', '13']);
    expect((await listed('--search', 'GAP')).map(([line]) => line)).toEqual(['10']);
  });

  it('--line shows one frame whole, and the page every one that is opened; both are searched', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => [at + 1, 1.25 + at / 1000, 1.1, 1, at]);
    const long = data('DAY_MARKET', 7, rows);
    const file = place(`${RECORDING}${JSON.stringify({ at: 130, ...long })}\n`);
    const { text } = long as { readonly text: string };
    const list = await replay(['frames', file]);
    expect(list.out).toMatch(/…\n$/);
    expect(list.out).not.toContain(text);
    const { status, out } = await replay(['frames', file, '--line', '15']);
    expect(status).toBe(0);
    const [row, whole, ...more] = out.trimEnd().split('\n');
    const [, change] =
      /^15 {2}130 {2}DAY_MARKET .* (3 absent → .*EURUSD\.Close 1\.4 → 1\.25, .*)$/.exec(row ?? '') ?? [];
    expect([change, whole, more]).toEqual([expect.any(String), text, []]);
    expect((await replay(['frames', file, '--search', '[60,1.309'])).out).toMatch(/^15 {2}/);
    const html = join(temporaryFolder(), 'frames.html');
    await replay(['frames', file, '--html', html]);
    const folded = [change, text].map((one) => `<p>${one?.replaceAll('"', '&quot;')}</p>`).join('');
    expect(readFileSync(html, 'utf8')).toContain(`</summary>${folded}</details>`);
    expect(await replay(['frames', file, '--line', '999'])).toMatchObject({ status: 2 });
  });

  it('--html writes one page with a search and nothing from the network', async () => {
    const html = join(temporaryFolder(), 'frames.html');
    const { status, out } = await replay(['frames', place(RECORDING), '--html', html]);
    expect([status, out]).toEqual([0, '']);
    const page = readFileSync(html, 'utf8');
    expect(page.match(/<tr data-bad>/g)).toHaveLength(3);
    expect(page).toContain('<td>&lt;b&gt;&amp;</td>');
    expect(page).toContain(
      '<td class="word">13</td><td class="word">0:00.110</td><td class="word">KLINE.EURUSD</td>',
    );
    expect(page).toContain('<input type="search">');
    expect(page).not.toMatch(/src=|href=|https?:/);
  });

  it('of a damaged recording lists the frames before the damage: status 2, and the line', async () => {
    const { status, out, said } = await replay(['frames', place(`${RECORDING}{"at"`)]);
    expect(status).toBe(2);
    expect(out.trimEnd().split('\n')).toHaveLength(10);
    expect(said).toMatch(/, line 15: the line is cut off or no JSON; what stands before it was read\.\n$/);
  });
});
