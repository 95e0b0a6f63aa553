import { LANGUAGES, LOCALES } from '../../../shared/contract/language.ts';
import { Icon } from '../../components/Icon.tsx';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { language } from '../../state/preferences.ts';
import styles from './LanguageScreen.module.css';

/** `/language`: each language by its own name; the choice is stored. */
export function LanguageScreen() {
  useSignals();
  const { t } = useTranslation();
  return (
    <Page title={t('settings.language')} back>
      <Section>
        {LANGUAGES.map((code) => (
          <button
            type="button"
            key={code}
            className={`row ends ${styles.row}`}
            lang={LOCALES[code]}
            aria-pressed={language.value === code}
            onClick={() => {
              language.value = code;
            }}
          >
            {LANGUAGE_NAMES[code]}
            {language.value === code && <Icon name="check" size={20} />}
          </button>
        ))}
      </Section>
    </Page>
  );
}
