import type { Browser } from 'playwright';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure, versus } from '../figures/figure.ts';
import { compare, spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import type { Frames } from '../probe/count-frames.ts';
import { checkEqualWork, unequalWork, type Work, workOf } from './equal-work.ts';
import { type ListPage, type ListTarget, openList } from './list-page.ts';
import { type OpenPeer, PLAIN_DOM } from './list-peers.ts';
import { type Cost, scrollingCost, standingStill } from './scrolling-cost.ts';

/** Name of the product in the turns. */
const PRODUCT = 'product';

export type ListOptions = Omit<Options, 'suites' | 'minutes' | 'connect'>;

/** The pages of one exchange. */
interface Place {
  readonly browser: Browser;
  /** Part of the figures' names. */
  readonly where: string;
  readonly throttle: number;
  readonly product: ListTarget;
  readonly peers: readonly OpenPeer[];
}

/**
 * Compares the list's pages. Checks first that they do the same work; with `--quick` it checks this during the turns.
 */
export async function busyFigures(
  { browser, where, throttle, product, peers }: Place,
  options: ListOptions,
): Promise<readonly Figure[]> {
  const works = new Map<string, Work>();
  const look = async (name: string, list: ListPage, url: string) => {
    const work = await workOf(list, url, options);
    // A busy machine shows fewer changes than the list makes, so the best reading counts.
    if (work.changes > (works.get(name)?.changes ?? 0)) works.set(name, work);
  };
  const check = () => {
    for (const { name } of peers) checkEqualWork(works.get(PRODUCT) ?? NOTHING, works.get(name) ?? NOTHING);
  };
  // The product is read again if it showed less work than a peer.
  const isToBeSeen = (name: string) => {
    const work = works.get(name);
    return !work || (name === PRODUCT && [...works.values()].some((other) => unequalWork(work, other)));
  };
  if (!options.quick) {
    for (const { name, ...target } of [{ name: PRODUCT, ...product }, ...peers]) {
      const list = await openList(browser, target, options);
      await look(name, list, target.url);
      await list.close();
    }
    check();
  }
  const seen = new Map<string, Cost[]>();
  const turn = (name: string, target: ListTarget) => async () => {
    const cost = await scrollingCost(
      browser,
      target,
      { ...options, throttle },
      {
        ...(name === PRODUCT && { profile: { name: 'list', worker: 'engine' } }),
        ...(options.quick && isToBeSeen(name) && { before: (list) => look(name, list, target.url) }),
      },
    );
    seen.set(name, [...(seen.get(name) ?? []), cost]);
    console.error(`  ${where}, ${name}: ${cost.busy.toFixed(0)} ms/s`);
    return cost.busy;
  };
  const compared = await compare(
    [
      { name: PRODUCT, run: turn(PRODUCT, product) },
      ...peers.map((peer) => ({ name: peer.name, run: turn(peer.name, peer) })),
    ],
    options.repetitions,
    0,
  );
  if (options.quick) check();
  const details = (name: string) => breakdown(name, seen.get(name) ?? [], works.get(name) ?? NOTHING);
  const standing = (name: string) => standingStill(name, seen.get(name) ?? []);
  refuse(standing(PRODUCT));
  // Third-party pages use all their time on a slow phone; only their frames are meaningful.
  const held = throttle > 1 ? peers.filter(({ name }) => name === PLAIN_DOM.name) : peers;
  const busy = held.map(({ name, goal, row }) => ({
    name: busyName(name, where),
    ...(row && { row }),
    unit: 'ms/s',
    ...besides(compared, name, name),
    goal,
    details: { Chromium: browser.version(), ...details(PRODUCT), ...details(name) },
    doubts: standing(name),
  }));
  return [...busy, ...besidesFigures(where, seen), ...(throttle > 1 ? frameFigures(where, peers, seen) : [])];
}

/** What else is compared with plain DOM: the worker's thread, which a phone pays for too, and counts, whose noise is that of frames. */
const BESIDES = [
  { name: 'list worker time', of: 'worker', unit: 'ms/s', goal: budgets.list.workerToPlainDom },
  { name: 'list layouts', of: 'layouts', unit: '/s', goal: budgets.list.layoutsToPlainDom },
  { name: 'list style recalculations', of: 'styles', unit: '/s', goal: budgets.list.stylesToPlainDom },
] as const;

export const besidesNames = (where: string): readonly string[] =>
  BESIDES.map(({ name }) => `${name}, ${where}`);

/** The worker's time is left out where the system does not report it. */
function besidesFigures(where: string, seen: ReadonlyMap<string, readonly Cost[]>): readonly Figure[] {
  return BESIDES.flatMap(({ name, of, unit, goal }) => {
    const [ours = [], theirs = []] = [PRODUCT, PLAIN_DOM.name].map((page) =>
      (seen.get(page) ?? []).map((cost) => cost[of]),
    );
    if (!ours.some((amount) => amount > 0)) return [];
    return [{ name: `${name}, ${where}`, unit, ...versus(PLAIN_DOM.name, ours, theirs), goal }];
  });
}

/** Names of the figures of a peer. */
export const busyName = (peer: string, where: string): string =>
  `list main-thread time${peer === PLAIN_DOM.name ? '' : ` vs ${peer}`}, ${where}`;
export const framesName = (peer: string, where: string): string => `list frame rate vs ${peer}, ${where}`;

/** On a slow phone: frames of the product compared with those of the peers that set a goal. */
export function frameFigures(
  where: string,
  peers: readonly Pick<OpenPeer, 'name' | 'frames'>[],
  seen: ReadonlyMap<string, readonly Pick<Cost, 'frames' | 'speed'>[]>,
): readonly Figure[] {
  const madeOf = (name: string) => (seen.get(name) ?? []).map(({ frames }) => frames?.made ?? Number.NaN);
  return peers.flatMap(({ name, frames }) =>
    frames === undefined
      ? []
      : [
          {
            name: framesName(name, where),
            row: 'P3' as const,
            unit: 'frames/s',
            ...versus(name, madeOf(PRODUCT), madeOf(name)),
            goal: frames,
            atLeast: true as const,
            doubts: standingStill(name, seen.get(name) ?? []),
          },
        ],
  );
}

const NOTHING: Work = { names: [], changes: 0, counted: 0 };

/**
 * Details of a page's cost. A page that does not follow the finger is busy for less of each second; the cost per
 * distance shows it.
 */
function breakdown(name: string, costs: readonly Cost[], { names, changes }: Work): Record<string, string> {
  const median = (part: Exclude<keyof Cost, 'frames'>) =>
    spread(costs.map((cost) => cost[part])).median.toFixed(0);
  const forTheWay = spread(costs.map(({ busy, speed }) => (busy * 1_000) / speed)).median.toFixed(0);
  return {
    [name]: `script ${median('script')}, style ${median('style')}, layout ${median('layout')} ms/s, worker ${median('worker')} ms/s, ${framesText(costs)}${median('speed')} px/s, ${forTheWay} ms per 1,000 px; at rest ${names.length} rows, ${changes.toFixed(0)} changes/s`,
  };
}

function framesText(costs: readonly Cost[]): string {
  const frames = costs.flatMap((cost) => cost.frames ?? []);
  if (frames.length === 0) return '';
  const median = (part: keyof Frames) => spread(frames.map((one) => one[part])).median.toFixed(0);
  return `${median('made')} frames/s, ${median('changed')} with changes, ${median('drawn')} drawn; `;
}

/** Throws if there are reasons: a product that does not scroll costs little, which is a fault and not a figure. */
function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new Error(reasons.join(', '));
}

/**
 * Whether the page's work stays the same at a far higher tick rate: two exchanges run at once, and the product is
 * measured on both in turns.
 */
export async function flatFigure(
  browser: Browser,
  name: string,
  at: { readonly few: ListTarget; readonly many: ListTarget },
  names: { readonly few: string; readonly many: string },
  options: ListOptions,
): Promise<Figure> {
  const seen = new Map<string, Cost[]>();
  const turn = (name: string, target: ListTarget) => ({
    name,
    async run() {
      const cost = await scrollingCost(browser, target, { ...options, throttle: 1 });
      seen.set(name, [...(seen.get(name) ?? []), cost]);
      return cost.busy;
    },
  });
  const turns = [turn(PRODUCT, at.many), turn(names.few, at.few)];
  const compared = await compare(turns, options.dearRepetitions, 0);
  for (const [name, costs] of seen) refuse(standingStill(name, costs));
  return {
    name,
    row: 'P3',
    unit: 'ms/s',
    ...besides(compared, names.few, names.few),
    goal: budgets.list.busyAtMany,
  };
}
