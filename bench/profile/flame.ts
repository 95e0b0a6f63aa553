import { digits } from '../figures/statistics.ts';
import { escaped } from '../report/figure-text.ts';
import type { CpuProfile } from './cpu-profile.ts';
import { nameOf, secondsOf, timesOf } from './functions.ts';

const ROW = 16;
/** In parts of the whole width; narrower ones can't be seen or touched. */
const LEAST_WIDTH = 0.002;
/** From this width on there is room for a name. */
const NAMED_WIDTH = 0.04;

/** Idling, and the browser's own work, beside which ours would be too narrow to read. */
const LEFT_OUT = ['(idle)', '(program)'];

interface Flame {
  readonly name: string;
  us: number;
  readonly children: Map<string, Flame>;
}

/**
 * A flame graph as SVG: callers above what they call, as wide as their time. Each has its name and time as a
 * title. It has no styles of its own.
 */
export function flameGraph(profile: CpuProfile): string {
  const parts: string[] = [];
  const whole = flameOf(profile);
  let depth = 0;
  const draw = (flame: Flame, x: number, row: number) => {
    const width = flame.us / whole.us;
    if (!(width >= LEAST_WIDTH)) return;
    depth = Math.max(depth, row + 1);
    const place = `x="${percent(x)}" y="${row * ROW}" width="${percent(width)}" height="${ROW - 1}"`;
    const ms = digits(flame.us / 1_000 / secondsOf(profile));
    const short = escaped(flame.name.split(' ')[0] ?? '');
    const label = width < NAMED_WIDTH ? '' : `<svg ${place}><text x="3" y="11">${short}</text></svg>`;
    parts.push(
      `<g><title>${escaped(flame.name)}: ${ms} ms/s</title><rect class="hue${row % 3}" ${place}/>${label}</g>`,
    );
    let at = x;
    for (const child of [...flame.children.values()].toSorted((a, b) => b.us - a.us)) {
      draw(child, at, row + 1);
      at += child.us / whole.us;
    }
  };
  draw(whole, 0, 0);
  return `<svg class="flame" width="100%" height="${depth * ROW}" role="img" aria-label="Flame graph">${parts.join('')}</svg>`;
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** Nodes of one name below one caller are one flame. */
function flameOf(profile: CpuProfile): Flame {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const times = timesOf(profile);
  const add = (id: number, into: Flame): number => {
    const node = nodes.get(id);
    if (node === undefined || LEFT_OUT.includes(node.callFrame.functionName)) return 0;
    const name = nameOf(node);
    const flame = into.children.get(name) ?? { name, us: 0, children: new Map() };
    into.children.set(name, flame);
    let us = times.get(id) ?? 0;
    for (const child of node.children ?? []) us += add(child, flame);
    flame.us += us;
    return us;
  };
  const all: Flame = { name: '', us: 0, children: new Map() };
  add(profile.nodes[0]?.id ?? 0, all);
  return all.children.values().next().value ?? all;
}
