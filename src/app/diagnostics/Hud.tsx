import { useEffect, useRef } from 'react';
import { IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { copyText } from '../../components/Section.tsx';
import { textWriter } from '../../components/text-writer.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showHud } from '../../state/diagnostics-flags.ts';
import { watchHud } from '../../state/hud-meter.ts';
import { pageFacts } from '../../state/page-facts.ts';
import styles from './Hud.module.css';
import { HUD_LINES } from './hud-lines.ts';

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
