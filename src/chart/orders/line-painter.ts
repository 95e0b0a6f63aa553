/*
 * Order lines, their labels and tags on the overlay's canvas. Where they are comes from label-layout.ts; what they say
 * from line-texts.ts. Arguments are CSS pixels; the brush turns them into those of the canvas.
 */
import { MORE_ICONS } from '../../components/more-icons.ts';
import type { LayerScene } from '../chart-model.ts';
import { type ChartTheme, translucent } from '../chart-theme.ts';
import { fontOf, TEXT_PX } from '../geometry.ts';
import type { LabelGroup } from './label-layout.ts';
import type { TextPart } from './line-texts.ts';
import type { ChartLine } from './order-lines.ts';

/** Height of a label, and the distance of two. */
const LABEL_PX = 22;
export const PITCH_PX = 24;
/** Left edge of the labels. */
export const START_PX = 8;
const PAD_PX = 8;
const GAP_PX = 4;
/** Width of the part of a label that has the cross. */
export const CROSS_PX = 26;
const ELBOW_PX = 14;
const BELL_PX = 14;
const BUBBLE_TEXT_PX = 13;
const BUBBLE_ROW_PX = 20;

export interface PlacedLabel {
  readonly group: LabelGroup<ChartLine>;
  readonly parts: readonly TextPart[];
  readonly hasCross: boolean;
  readonly right: number;
}

/** Widths of texts by font, in pixels of the canvas: each frame of a drag measures the same ones. */
const widths = new Map<string, number>();
const MOST_WIDTHS = 500;

export type Brush = ReturnType<typeof createBrush>;

export function createBrush({ ctx, pixelRatio: r, theme }: Pick<LayerScene, 'ctx' | 'pixelRatio' | 'theme'>) {
  let face = fontOf(theme.fontFamily, r);
  return {
    /** The overlay sets its font once: what changes it puts it back. */
    font(px: number) {
      const next = fontOf(theme.fontFamily, r, px);
      if (next !== face) ctx.font = face = next;
    },
    /** Digits have tabular widths: a figure that ticks is measured once. */
    widthOf(text: string): number {
      const name = `${face} ${text.replace(/\d/g, '0')}`;
      const width = widths.get(name) ?? ctx.measureText(text).width;
      if (widths.size >= MOST_WIDTHS) widths.clear();
      widths.set(name, width);
      return width / r;
    },
    rect(x: number, y: number, width: number, height: number, fill: string, radius = 0) {
      ctx.fillStyle = fill;
      if (radius === 0) ctx.fillRect(x * r, Math.round(y * r), width * r, Math.round(height * r));
      else {
        ctx.beginPath();
        ctx.roundRect(x * r, Math.round(y * r), width * r, height * r, radius * r);
        ctx.fill();
      }
    },
    text(text: string, x: number, y: number, ink: string, most?: number) {
      ctx.fillStyle = ink;
      ctx.textAlign = 'start';
      ctx.fillText(text, x * r, y * r, most === undefined ? undefined : most * r);
    },
    /** A line icon of a grid of 24 units; `y` is its middle. */
    icon(path: string, x: number, y: number, size: number, colour: string) {
      ctx.save();
      ctx.translate(x * r, (y - size / 2) * r);
      ctx.scale((size * r) / 24, (size * r) / 24);
      ctx.strokeStyle = colour;
      ctx.lineWidth = 2;
      ctx.setLineDash([]);
      ctx.stroke(new Path2D(path));
      ctx.restore();
    },
    path(
      points: readonly (readonly [x: number, y: number])[],
      colour: string,
      width = 1,
      dash: readonly number[] = [],
    ) {
      const thin = Math.max(1, Math.round(width * r));
      const crisp = (y: number) => Math.round(y * r) + (thin % 2) / 2;
      ctx.strokeStyle = colour;
      ctx.lineWidth = thin;
      ctx.setLineDash(dash.map((part) => part * r));
      ctx.beginPath();
      for (const [i, [x, y]] of points.entries()) {
        if (i === 0) ctx.moveTo(x * r, crisp(y));
        else ctx.lineTo(x * r, crisp(y));
      }
      ctx.stroke();
    },
  };
}

/** Sets the right edge of a label by the width of its texts. */
export function placeLabel(
  brush: Brush,
  group: LabelGroup<ChartLine>,
  parts: readonly TextPart[],
  hasCross: boolean,
): PlacedLabel {
  const widths = [...(isOfAlerts(group) ? [BELL_PX] : []), ...parts.map(({ text }) => brush.widthOf(text))];
  const content = widths.reduce((sum, width) => sum + width + GAP_PX, -GAP_PX);
  return { group, parts, hasCross, right: START_PX + 2 * PAD_PX + content + (hasCross ? CROSS_PX : 0) };
}

const isOfAlerts = ({ kind }: LabelGroup<ChartLine>): boolean => kind === 'alert';

const colourOf = ({ part }: ChartLine, theme: ChartTheme): string =>
  part === 'alert'
    ? theme.quietInk
    : part === 'take-profit'
      ? theme.up
      : part === 'position' || part === 'pending'
        ? theme.ink
        : theme.down;

const dashOf = ({ part, isWaiting }: ChartLine): readonly number[] =>
  isWaiting
    ? [2, 4]
    : part === 'alert'
      ? [1, 3]
      : part === 'position'
        ? []
        : part === 'pending'
          ? [7, 4]
          : [5, 3];

/** Lines of one kind and label that are nearer than this are one: a hundred taps would hide the candles. */
const NEAR_PX = 3;

/** The lines of a label from its edge to the price axis, each joined to it by an elbow. */
export function paintGroupLines(
  brush: Brush,
  { group, right }: PlacedLabel,
  theme: ChartTheme,
  plotRight: number,
  isQuiet: boolean,
): void {
  const rows = new Set<string>();
  for (const { of, y } of group.lines) {
    const row = of.part + Math.round(y / NEAR_PX);
    if (rows.has(row) || group.place !== 'inside') continue;
    rows.add(row);
    const colour = colourOf(of, theme);
    const line = isQuiet ? translucent(colour, 0.5) : colour;
    const isLevel = Math.abs(group.y - y) < 1;
    if (!isLevel)
      brush.path(
        [
          [right, group.y],
          [right + ELBOW_PX, y],
        ],
        line,
      );
    brush.path(
      [
        [isLevel ? right : right + ELBOW_PX, y],
        [plotRight, y],
      ],
      line,
      1,
      dashOf(of),
    );
  }
}

export function paintLabel(
  brush: Brush,
  label: PlacedLabel,
  theme: ChartTheme,
  isQuiet: boolean,
  isChosen: boolean,
): void {
  const { group, parts, hasCross, right } = label;
  const { y } = group;
  if (isChosen)
    brush.rect(START_PX - 2, y - LABEL_PX / 2 - 2, right - START_PX + 4, LABEL_PX + 4, theme.ink, 6);
  brush.rect(START_PX, y - LABEL_PX / 2, right - START_PX, LABEL_PX, theme.raised, 4);
  let x = START_PX + PAD_PX;
  if (isOfAlerts(group)) {
    brush.icon(MORE_ICONS.alarm.path, x, y, BELL_PX, theme.quietInk);
    x += BELL_PX + GAP_PX;
  }
  for (const { text, ink } of parts) {
    brush.text(text, x, y, isQuiet ? theme.quietInk : theme[ink]);
    x += brush.widthOf(text) + GAP_PX;
  }
  if (!hasCross || isQuiet) return;
  const middle = right - CROSS_PX / 2;
  brush.rect(right - CROSS_PX, y - LABEL_PX / 2, 1, LABEL_PX, theme.hairline);
  for (const [from, to] of [
    [-4, 4],
    [4, -4],
  ] as const)
    brush.path(
      [
        [middle - 4, y + from],
        [middle + 4, y + to],
      ],
      theme.quietInk,
      1.5,
    );
}

/** Where stops would be: thin lines, each ends before its distance. Those out of view have that alone, with an arrow. */
export function paintOffered(
  brush: Brush,
  stops: readonly { readonly y: number; readonly text: string }[],
  { top, bottom, right }: { readonly top: number; readonly bottom: number; readonly right: number },
  ink: string,
): void {
  const write = (text: string, y: number): number => {
    const x = right - brush.widthOf(text) - PAD_PX;
    brush.text(text, x, y, ink);
    return x - GAP_PX;
  };
  const isSeen = ({ y }: { readonly y: number }) => y > top && y < bottom;
  for (const { y, text } of stops.filter(isSeen)) {
    const end = write(text, y);
    brush.path(
      [
        [0, y],
        [end, y],
      ],
      ink,
      1,
      [2, 6],
    );
  }
  const others = stops.filter((stop) => !isSeen(stop));
  const [first] = others;
  if (!first) return;
  const isBelow = first.y >= bottom;
  const texts = others.map(({ text }) => text).join(', ');
  write(`${texts} ${isBelow ? '↓' : '↑'}`, isBelow ? bottom - LABEL_PX / 2 : top + LABEL_PX / 2);
}

/** The line that a finger moves. */
export function paintMovedLine(brush: Brush, y: number, plotRight: number, colour: string): void {
  brush.path(
    [
      [0, y],
      [plotRight, y],
    ],
    colour,
    2,
  );
  brush.rect(plotRight / 2 - 20, y - 2, 40, 4, colour, 2);
}

/** Says beside the finger what the line means there; keeps away from the edges. */
export function paintBubble(
  brush: Brush,
  rows: readonly (readonly TextPart[])[],
  finger: { readonly x: number; readonly y: number },
  plot: { readonly top: number; readonly right: number },
  theme: ChartTheme,
): void {
  brush.font(BUBBLE_TEXT_PX);
  const widthOf = (parts: readonly TextPart[]) =>
    parts.reduce((sum, { text }) => sum + brush.widthOf(text) + 2 * GAP_PX, -2 * GAP_PX);
  const most = plot.right - 2 * START_PX;
  const width = Math.min(most, Math.max(...rows.map(widthOf)) + 2 * PAD_PX + 8);
  const height = rows.length * BUBBLE_ROW_PX + PAD_PX;
  const left = Math.min(Math.max(START_PX, finger.x - width / 2), plot.right - START_PX - width);
  const above = finger.y - FINGER_PX - height;
  const top = above >= plot.top ? above : finger.y + FINGER_PX;
  brush.rect(left - 1, top - 1, width + 2, height + 2, theme.rail, 9);
  brush.rect(left, top, width, height, theme.raised, 8);
  const isReversed = document.documentElement.dir === 'rtl';
  for (const [i, row] of rows.entries()) {
    let x = left + PAD_PX + 4;
    const parts = isReversed ? row.toReversed() : row;
    for (const { text, ink } of parts) {
      brush.text(
        text,
        x,
        top + PAD_PX / 2 + (i + 0.5) * BUBBLE_ROW_PX,
        theme[ink],
        left + width - PAD_PX - x,
      );
      x += brush.widthOf(text) + 2 * GAP_PX;
    }
  }
  brush.font(TEXT_PX);
}

/** From the middle of a finger to what it must not cover. */
const FINGER_PX = 34;
