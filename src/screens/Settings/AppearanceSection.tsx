import { Section } from '../../components/Section.tsx';
import { formatPercent } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { palette, theme } from '../../state/preferences.ts';
import { PreferenceChoice } from './PreferenceChoice.tsx';
import styles from './SettingsScreen.module.css';

export function AppearanceSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('settings.appearance')}>
      <PreferenceChoice
        label={t('settings.theme')}
        preference={theme}
        options={[
          { value: 'system', label: t('settings.theme_system') },
          { value: 'dark', label: t('settings.theme_dark') },
          { value: 'light', label: t('settings.theme_light') },
        ]}
      />
      <PreferenceChoice
        label={t('settings.palette')}
        title={
          <span className={`ends ${styles.sample}`}>
            {t('settings.palette')}
            <span dir="ltr" aria-hidden="true">
              <b data-tone="up">{formatPercent(125)}</b> <b data-tone="down">{formatPercent(-80)}</b>
            </span>
          </span>
        }
        preference={palette}
        options={[
          { value: 'green-up', label: t('settings.palette_green_up') },
          { value: 'red-up', label: t('settings.palette_red_up') },
          { value: 'blue-red', label: t('settings.palette_blue_red') },
        ]}
      />
    </Section>
  );
}
