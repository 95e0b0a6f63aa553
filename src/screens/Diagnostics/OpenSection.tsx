import { useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { Section } from '../../components/Section.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { openReplay } from '../../state/replay.ts';
import styles from './Diagnostics.module.css';

/** The way into a replay. */
export function OpenSection() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Section title={t('diagnostics.open')}>
      <p className={styles.block}>
        <span className={styles.hint}>{t('diagnostics.open_hint')}</span>
      </p>
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          hidden
          // The last part of the name alone counts for a file dialog.
          accept=".jsonl,.gz"
          aria-label={t('diagnostics.open')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) openReplay(file);
            // The same file again is another choice.
            event.target.value = '';
          }}
        />
        <Button variant="quiet" wide onClick={() => input.current?.click()}>
          {t('diagnostics.choose_file')}
        </Button>
      </div>
    </Section>
  );
}
