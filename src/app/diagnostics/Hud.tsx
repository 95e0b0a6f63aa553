import { useEffect, useRef } from 'react';
import { IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { copyText } from '../../components/Section.tsx';
import { textWriter } from '../../components/text-writer.ts';
import { showToast } from '../../components/toast-store.ts';
import { formatMs, formatSize } from '../../format/measure.ts';
import { formatRatio, UNKNOWN } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showHud } from '../../state/diagnostics-flags.ts';
import { type HudReading, watchHud } from '../../state/hud-meter.ts';
import { pageFacts } from '../../state/page-facts.ts';
import styles from './Hud.module.css';

/** Build and device, which a pasted text would not contain; names as in the header of a recording. */
const factLines = (): readonly string[] =>
  Object.entries(pageFacts()).map(([name, value]) => `${name}: ${[value].flat().join(' x ')}`);

/** Shows figures of page and engine over every screen. Writes the texts to the DOM once a second, without React. */
export function Hud() {
  const { t } = useTranslation();
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => {
    const writers = [...(list.current?.querySelectorAll('dd') ?? [])].map(textWriter);
    return watchHud((reading) => {
      for (const [at, { text }] of HUD_LINES.entries()) writers[at]?.(text(reading));
    });
  }, []);
  const copy = async (): Promise<void> => {
    const rows = [...(list.current?.children ?? [])];
    const lines = rows.map((row) => [...row.children].map((cell) => cell.textContent).join(': '));
    if (await copyText([...lines, ...factLines()].join('\n'))) showToast(t('public.copied'), 'ok');
    else showToast(t('public.copy_failed'), 'error');
  };
  return (
    <aside className={styles.hud} aria-label={t('diagnostics.hud')}>
      <dl ref={list}>
        {HUD_LINES.map(({ label }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd dir="ltr" />
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <IconButton
          icon={MORE_ICONS.copy}
          label={t('public.copy_of', { what: t('diagnostics.hud') })}
          onClick={() => void copy()}
        />
        <IconButton icon="close" label={t('diagnostics.hud_off')} onClick={() => showHud(false)} />
      </div>
    </aside>
  );
}

const whole = (value: number | undefined): string => (value === undefined ? UNKNOWN : value.toFixed(0));

/** The display's lines, from top to bottom. */
const HUD_LINES = [
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
    text: ({ longFrames }: HudReading) => (longFrames === undefined ? UNKNOWN : slowText(longFrames)),
  },
  { label: 'diagnostics.hud_heap', text: ({ heapBytes }: HudReading) => formatSize(heapBytes) },
] as const;

/** Those of the last second, then the longest since the display was opened. */
function slowText({ count, worst }: NonNullable<HudReading['longFrames']>): string {
  return worst === undefined ? String(count) : `${count}; ${formatMs(worst.ms)} ${worst.culprit}`.trimEnd();
}

/** The reasons are the engine's identifiers, as in the state that a replay prints. */
function dropped(byReason: Readonly<Record<string, number>> | undefined): string {
  if (byReason === undefined) return UNKNOWN;
  const seen = Object.entries(byReason).filter(([, count]) => count > 0);
  return seen.length === 0 ? '0' : seen.map(([reason, count]) => `${reason} ${count}`).join(', ');
}
