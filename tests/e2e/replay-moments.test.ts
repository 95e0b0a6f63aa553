import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppPlayer, openAppPlayer } from '../../replay/cli/app-player.ts';
import { readView } from '../../replay/cli/recorded-view.ts';
import { root } from '../architecture/sources.ts';
import { place } from '../replay/cli/command.ts';

const FOLDER = join(root, 'tests/recordings');
const RECORDINGS = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'));
/** Moments of each recording that are compared. */
const MOMENTS = Number(process.env['PIPSTREAM_TEST_MOMENTS'] ?? 2);
/** Moments that once differed are always compared. */
const FOUND = [
  // The movers did not follow three steps.
  { name: 'market-close.jsonl.gz', at: 22_905, screen: '/' },
  // A paused animation painted the outline of a loading chart with other roundings.
  { name: 'reconnect-with-a-gap.jsonl.gz', at: 1_445, screen: '/trade?id=1' },
] as const;
/** Frames that are stepped through behind each moment. */
const STEPS = 3;
const BAR = 'section[data-status]';

interface Line {
  readonly at: number;
  readonly kind: string;
  readonly name?: string;
}

/** The lines of a recording without its own marks, as those stop it too. */
function linesOf(name: string): readonly [header: string, ...records: readonly string[]] {
  const [header = '', ...records] = gunzipSync(readFileSync(join(FOLDER, name)))
    .toString()
    .trimEnd()
    .split('\n');
  return [header, ...records.filter((line) => JSON.parse(line).name !== 'mark')];
}

/** The recording with a mark at each moment. */
function markedAt([header, ...records]: ReturnType<typeof linesOf>, moments: readonly number[]): string {
  const marks = moments.map((at) => JSON.stringify({ at, kind: 'command', name: 'mark', args: [''] }));
  // A sort keeps equal moments in order: what was recorded comes before a mark of the same moment.
  const sorted = [...records, ...marks]
    .map((text) => ({ text, at: (JSON.parse(text) as Line).at }))
    .sort((a, b) => a.at - b.at);
  return `${[header, ...sorted.map(({ text }) => text)].join('\n')}\n`;
}

const barOf = ({ page }: AppPlayer) => page.locator(BAR);
const button = (player: AppPlayer, which: 'first' | 'last') =>
  barOf(player).locator('> div').first().getByRole('button')[which]();

/** The moment shown, once the replay stands still at it or after it. */
async function stillAt(player: AppPlayer, leastMs: number): Promise<number> {
  const state = await player.page.waitForFunction(
    `(() => {
      const bar = document.querySelector('${BAR}');
      const at = Number(bar.querySelector('[role=slider]')?.ariaValueNow ?? NaN);
      return bar.dataset.status !== 'playing' && bar.dataset.status !== 'seeking' && at >= ${leastMs} ? [at] : undefined;
    })()`,
  );
  return ((await state.jsonValue()) as [number])[0];
}

async function stopAtMarks({ page }: AppPlayer): Promise<void> {
  await page.getByRole('button', { name: 'Marks and options' }).click();
  const sheet = page.getByRole('dialog');
  await sheet
    .getByRole('switch')
    .first()
    .evaluate((node: HTMLElement) => node.click());
  await sheet.getByRole('button', { name: 'Close' }).click();
}

async function unfold(player: AppPlayer): Promise<void> {
  if (!(await barOf(player).getByRole('slider').isVisible())) await button(player, 'last').click();
}

/** Plays at full speed from the start to the last of these moments, each of which is marked. */
async function playTo(player: AppPlayer, marked: readonly number[]): Promise<void> {
  await player.seek(0);
  await stopAtMarks(player);
  for (const at of marked) {
    await unfold(player);
    await barOf(player).getByRole('combobox').first().selectOption('max');
    await button(player, 'first').click();
    expect(await stillAt(player, at)).toBe(at);
  }
}

/** Steps through the next frames. @returns the moment that is then shown */
async function stepOn(player: AppPlayer): Promise<number> {
  await unfold(player);
  let at = await stillAt(player, 0);
  for (let i = 0; i < STEPS; i++) {
    await barOf(player).getByRole('button', { name: 'Next frame' }).click();
    at = await stillAt(player, at + 1);
  }
  return at;
}

/** Pictures that differ are kept. */
function expectSame(one: Buffer, jumped: Buffer, what: string): void {
  if (one.equals(jumped)) return;
  const folder = join(root, 'test-results/moments', what.replace(/[^a-z0-9]+/gi, '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.png'), one);
  writeFileSync(join(folder, 'jumped.png'), jumped);
  expect.unreachable(`${what}; pictures are in ${folder}`);
}

describe.each(RECORDINGS)('%s', (name) => {
  it('shows the same pixels at a moment that was played to, stepped to and jumped to', async () => {
    const lines = linesOf(name);
    const frames = lines.map((line) => JSON.parse(line) as Line).filter(({ kind }) => kind === 'in');
    // Enough moments follow to be stepped to.
    const last = ([...new Set(frames.map(({ at }) => Math.ceil(at)))].at(-STEPS) ?? 0) - 1;
    const seed = Date.now();
    const drawn = fc.sample(
      fc.record({
        at: fc.noBias(fc.integer({ min: 1, max: last })),
        screen: fc.constantFrom('/', '/order', '/trade?id=1'),
      }),
      { numRuns: MOMENTS, seed },
    );
    const moments = [...drawn, ...FOUND.filter((one) => one.name === name)]
      .toSorted((a, b) => a.at - b.at)
      .filter(({ at }, i, all) => at !== all[i - 1]?.at);
    const times = moments.map(({ at }) => at);
    const view = await readView(place(markedAt(lines, times), name.replace('.gz', '')));
    for (const { at, screen } of moments) {
      const what = `${name} at ${at} ms on ${screen}, seed ${seed}`;
      const player = await openAppPlayer(view, {
        screen,
        viewport: undefined,
        theme: undefined,
        language: 'en',
      });
      try {
        await player.seek(at);
        const jumped = await player.picture();
        await playTo(player, times.slice(0, times.indexOf(at) + 1));
        expectSame(await player.picture(), jumped, `played: ${what}`);
        const steppedTo = await stepOn(player);
        const stepped = await player.picture();
        await player.seek(steppedTo);
        expectSame(stepped, await player.picture(), `stepped on to ${steppedTo} ms: ${what}`);
      } finally {
        await player.close();
      }
    }
  });
});
