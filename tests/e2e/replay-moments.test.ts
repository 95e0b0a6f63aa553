import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { type AppPlayer, openAppPlayer } from '../../replay/cli/app-player.ts';
import { FRAMES_AFTER } from '../../replay/cli/golden.ts';
import { type RecordedView, readView } from '../../replay/cli/recorded-view.ts';
import { root } from '../architecture/sources.ts';
import { mostBetween, SMOOTHING } from '../helpers/pictures.ts';
import { place } from '../replay/cli/command.ts';

const FOLDER = join(root, 'tests/recordings');
const RECORDINGS = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'));
/** Moments of each recording that are compared. */
const MOMENTS = Number(process.env['PIPSTREAM_TEST_MOMENTS'] ?? 2);
/** Moments that once differed are always compared, each in a page that has shown nothing yet. */
const FOUND = [
  // The movers did not follow steps.
  { name: 'cluster-drill-full.jsonl.gz', at: 3_715, screen: '/' },
  { name: 'market-close.jsonl.gz', at: 22_905, screen: '/' },
  // Which digits of a live price are strong hung on the frames that the page had got.
  { name: 'news-burst.jsonl.gz', at: 27_778, screen: '/' },
  { name: 'news-burst.jsonl.gz', at: 34_512, screen: '/trade?id=1' },
  // A paused animation painted the outline of a loading chart with other roundings.
  { name: 'reconnect-with-a-gap.jsonl.gz', at: 1_445, screen: '/trade?id=1' },
] as const;
const SCREENS = ['/', '/order', '/trade?id=1'] as const;
/** Equal pictures, and the pause between them: what was not yet known is asked for again after half a second. */
const [STILL, STILL_MS] = [3, 400];
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
/** The bars are hidden, as in every picture of a recording: no finger reaches them. */
const press = (button: Locator): Promise<void> => button.dispatchEvent('click');

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
  await press(page.getByRole('button', { name: 'Marks and options' }));
  const sheet = page.getByRole('dialog');
  await press(sheet.getByRole('switch').first());
  await press(sheet.getByRole('button', { name: 'Close' }));
}

/** Plays on at full speed to the last of these moments, each of which is marked. */
async function playTo(player: AppPlayer, marked: readonly number[]): Promise<void> {
  for (const at of marked) {
    await barOf(player).getByRole('combobox').first().selectOption('max', { force: true });
    await press(barOf(player).locator('> div').first().getByRole('button').first());
    expect(await stillAt(player, at)).toBe(at);
  }
}

/** Steps through the next frames. @returns the moment that is then shown */
async function stepOn(player: AppPlayer): Promise<number> {
  let at = await stillAt(player, 0);
  for (let i = 0; i < FRAMES_AFTER; i++) {
    await press(barOf(player).getByRole('button', { name: 'Next frame' }));
    at = await stillAt(player, at + 1);
  }
  return at;
}

/** Pictures that differ are kept. */
async function expectSame(one: Buffer, jumped: Buffer, what: string): Promise<void> {
  if (one.equals(jumped) || (await mostBetween(one, jumped)) < SMOOTHING) return;
  const folder = join(root, 'test-results/moments', what.replace(/[^a-z0-9]+/gi, '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.png'), one);
  writeFileSync(join(folder, 'jumped.png'), jumped);
  expect.unreachable(`${what}; pictures are in ${folder}`);
}

/**
 * The picture once a few in a row are equal.
 * @param expected is taken at once when it is there: on the way to it something is missing
 */
async function quickPicture({ page }: AppPlayer, expected?: Buffer): Promise<Buffer> {
  // Several at once, too.
  await page.waitForFunction(`document.querySelector('[popover] > button') === null`);
  const shot = () => page.screenshot({ animations: 'disabled' });
  let latest = await shot();
  for (let equal = 1; equal < STILL && !(expected?.equals(latest) ?? false); ) {
    // No event says that a chart has been painted.
    await page.waitForTimeout(STILL_MS);
    const next = await shot();
    equal = next.equals(latest) ? equal + 1 : 1;
    latest = next;
  }
  return latest;
}

interface Moment {
  readonly at: number;
  readonly screen: (typeof SCREENS)[number];
}

interface Recorded {
  readonly view: RecordedView;
  /** The moments that are marked. */
  readonly times: readonly number[];
}

const thrown: string[] = [];

async function open({ view }: Recorded, screen: string): Promise<AppPlayer> {
  const look = { screen, viewport: undefined, theme: undefined, language: 'en' } as const;
  const player = await openAppPlayer(view, look, 'hidden');
  player.page.on('pageerror', ({ message }) => thrown.push(message));
  return player;
}

/**
 * Plays once, and then jumps to what was played and stepped to.
 * @param moments of one screen, in order
 * @returns those at which two pictures differ
 */
async function differing(
  recorded: Recorded,
  screen: string,
  moments: readonly Moment[],
): Promise<readonly Moment[]> {
  const player = await open(recorded, screen);
  const seen: { readonly moment: Moment; readonly at: number; readonly picture: Buffer }[] = [];
  const found = new Set<Moment>();
  try {
    await player.seek(0);
    await stopAtMarks(player);
    let shown = 0;
    for (const moment of moments) {
      const { at } = moment;
      // The steps behind the one before have passed it.
      if (at <= shown) {
        shown = 0;
        await player.seek(0);
      }
      await playTo(
        player,
        recorded.times.filter((mark) => mark > shown && mark <= at),
      );
      seen.push({ moment, at, picture: await quickPicture(player) });
      shown = await stepOn(player);
      seen.push({ moment, at: shown, picture: await quickPicture(player) });
    }
    for (const { moment, at, picture } of seen) {
      await player.seek(at);
      if (!picture.equals(await quickPicture(player, picture))) found.add(moment);
    }
  } finally {
    await player.close();
  }
  return [...found];
}

/** The same at one moment, with a player of its own and with patience: a busy machine shows some things late. */
async function compare(recorded: Recorded, { at, screen }: Moment, what: string): Promise<void> {
  const player = await open(recorded, screen);
  try {
    await player.seek(at);
    const jumped = await player.settled();
    await player.seek(0);
    await stopAtMarks(player);
    await playTo(
      player,
      recorded.times.filter((mark) => mark <= at),
    );
    await expectSame(await player.settled(), jumped, `played: ${what}`);
    const steppedTo = await stepOn(player);
    const stepped = await player.settled();
    await player.seek(steppedTo);
    await expectSame(stepped, await player.settled(), `stepped on to ${steppedTo} ms: ${what}`);
  } finally {
    await player.close();
  }
}

/** Draws the moments: a change must not fail at what only another moment shows. */
const SEED = Number(process.env['SEED'] ?? 1);

describe.each(RECORDINGS.map((name, nth) => [name, nth] as const))('%s', (name, nth) => {
  it('shows the same pixels at a moment that was played to, stepped to and jumped to', async () => {
    const lines = linesOf(name);
    const frames = lines.map((line) => JSON.parse(line) as Line).filter(({ kind }) => kind === 'in');
    // Enough moments follow to be stepped to.
    const last = ([...new Set(frames.map(({ at }) => Math.ceil(at)))].at(-FRAMES_AFTER) ?? 0) - 1;
    const screen = SCREENS[(SEED + nth) % SCREENS.length] ?? '/';
    const drawn = fc.sample(fc.noBias(fc.integer({ min: 1, max: last })), { numRuns: MOMENTS, seed: SEED });
    const moments: readonly Moment[] = drawn.toSorted((a, b) => a - b).map((at) => ({ at, screen }));
    const found = FOUND.filter((one) => one.name === name);
    const times = [...new Set([...drawn, ...found.map(({ at }) => at)])].toSorted((a, b) => a - b);
    const recorded = { view: await readView(place(markedAt(lines, times), name.replace('.gz', ''))), times };
    for (const moment of [...found, ...(await differing(recorded, screen, moments))])
      await compare(recorded, moment, `${name} at ${moment.at} ms on ${moment.screen}, seed ${SEED}`);
    expect(thrown).toEqual([]);
  });
});
