import { useState } from 'react';
import { useLocation } from 'wouter';
import { DEFAULT_LANGUAGE, LOCALES } from '../../shared/contract/language.ts';
import { IconButton } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { useSignals } from '../components/use-signals.ts';
import { LANGUAGE_OFFERS, preferredLanguage } from '../i18n/language-hint.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { lasting } from '../link/storage.ts';
import { language } from '../state/preferences.ts';
import styles from './LanguageHint.module.css';

const DISMISSED = 'language-hint';

/** The language to offer on this device; undefined where one was chosen, or where the offer was dismissed. */
function offeredLanguage() {
  if (lasting.get('language') !== null || lasting.get(DISMISSED) !== null) return undefined;
  return preferredLanguage(navigator.languages);
}

/** On home, over the list: offers the app in the browser's own language. After a tap on either button it never comes back. */
export function LanguageHint() {
  useSignals();
  const { t } = useTranslation();
  const [path] = useLocation();
  const [offered, setOffered] = useState(offeredLanguage);
  if (offered === undefined || path !== '/') return null;
  if (language.value !== DEFAULT_LANGUAGE) return null;
  const end = (): void => {
    lasting.set(DISMISSED, 'seen');
    setOffered(undefined);
  };
  return (
    <aside
      className={styles.hint}
      lang={LOCALES[offered]}
      dir={offered === 'ar' ? 'rtl' : 'ltr'}
      aria-label={LANGUAGE_OFFERS[offered]}
    >
      <button
        type="button"
        className={styles.offer}
        onClick={() => {
          language.value = offered;
          end();
        }}
      >
        <Icon name="globe" size={20} />
        {LANGUAGE_OFFERS[offered]}
      </button>
      <IconButton icon="close" label={t('public.close')} onClick={end} />
    </aside>
  );
}
