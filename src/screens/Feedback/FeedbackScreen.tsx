import { Page } from '../../components/Page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

/** `/feedback`: an empty page; specification, section 2. */
export function FeedbackScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('feedback.title')} back>
      {null}
    </Page>
  );
}
