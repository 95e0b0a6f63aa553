import { useEffect } from 'react';
import { type TextKey, useTranslation } from '../i18n/use-translation.ts';

/**
 * The document's title. A component of its own, so that the text is read when it renders: a screen's text loads together
 * with its code. Where several are shown, the last one's title stays.
 */
export function DocumentTitle({ of }: { readonly of: TextKey }) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${t(of)} · ${t('app.name')}`;
  }, [of, t]);
  return null;
}
