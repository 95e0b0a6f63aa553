import { Section } from '../../components/Section.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { palette, theme } from '../../state/preferences.ts';
import styles from './SettingsScreen.module.css';

export function AppearanceSection() {
  useSignals();
  const { t } = useTranslation();
  return (
    <Section title={t('settings.appearance')}>
      <div className={styles.choice}>
        <span>{t('settings.theme')}</span>
        <Segmented
          options={[
            { value: 'system', label: t('settings.theme_system') },
            { value: 'dark', label: t('settings.theme_dark') },
            { value: 'light', label: t('settings.theme_light') },
          ]}
          value={theme.value}
          onChange={(chosen) => {
            theme.value = chosen;
          }}
          label={t('settings.theme')}
        />
      </div>
      <div className={styles.choice}>
        <span className={`ends ${styles.sample}`}>
          {t('settings.palette')}
          <span dir="ltr" aria-hidden="true">
            <b data-tone="up">+1.25%</b> <b data-tone="down">-0.80%</b>
          </span>
        </span>
        <Segmented
          options={[
            { value: 'green-up', label: t('settings.palette_green_up') },
            { value: 'red-up', label: t('settings.palette_red_up') },
            { value: 'blue-red', label: t('settings.palette_blue_red') },
          ]}
          value={palette.value}
          onChange={(chosen) => {
            palette.value = chosen;
          }}
          label={t('settings.palette')}
        />
      </div>
    </Section>
  );
}
