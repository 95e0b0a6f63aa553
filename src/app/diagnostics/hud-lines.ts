import { formatMs, formatSize } from '../../format/measure.ts';
import { formatRatio, UNKNOWN } from '../../format/number.ts';
import type { HudReading } from '../../state/hud-meter.ts';

const whole = (value: number | undefined): string => (value === undefined ? UNKNOWN : value.toFixed(0));

/** The display's lines, from top to bottom. */
export const HUD_LINES = [
  {
    label: 'diagnostics.hud_pictures',
    text: ({ framesPerSecond }: HudReading) => whole(framesPerSecond),
  },
  { label: 'diagnostics.hud_missed', text: ({ missedFrames }: HudReading) => whole(missedFrames) },
  {
    label: 'diagnostics.hud_latency',
    text: ({ tickToPixelMs: { p50, p95 } }: HudReading) => `${formatMs(p50)} / ${formatMs(p95)}`,
  },
  {
    label: 'diagnostics.hud_input',
    text: ({ inputDelayP95Ms }: HudReading) => formatMs(inputDelayP95Ms),
  },
  {
    label: 'diagnostics.hud_load',
    text: ({ vitals }: HudReading) => formatRatio(vitals && Math.round(vitals.load * 10_000)),
  },
  {
    label: 'diagnostics.hud_stream',
    text: ({ vitals }: HudReading) => whole(vitals?.framesPerSecond),
  },
  {
    label: 'diagnostics.hud_queue',
    // A frame may belong to a change of the previous second.
    text: ({ vitals }: HudReading) => whole(vitals && Math.max(0, vitals.conflated)),
  },
  { label: 'diagnostics.hud_dropped', text: ({ vitals }: HudReading) => dropped(vitals?.dropped) },
  { label: 'diagnostics.reconnects', text: ({ vitals }: HudReading) => whole(vitals?.reconnects) },
  {
    label: 'diagnostics.hud_long',
    text: ({ longFrames }: HudReading) =>
      longFrames === undefined
        ? UNKNOWN
        : `${longFrames.count}${longFrames.culprit === '' ? '' : `, ${longFrames.culprit}`}`,
  },
  { label: 'diagnostics.hud_heap', text: ({ heapBytes }: HudReading) => formatSize(heapBytes) },
] as const;

/** The reasons are the engine's identifiers, as in the state that a replay prints. */
function dropped(byReason: Readonly<Record<string, number>> | undefined): string {
  if (byReason === undefined) return UNKNOWN;
  const seen = Object.entries(byReason).filter(([, count]) => count > 0);
  return seen.length === 0 ? '0' : seen.map(([reason, count]) => `${reason} ${count}`).join(', ');
}
