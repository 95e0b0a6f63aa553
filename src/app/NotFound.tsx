import { useLocation } from 'wouter';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Page } from '../components/Page.tsx';
import { useTranslation } from '../i18n/use-translation.ts';

export function NotFound() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Page title={t('not_found.title')} back>
      <EmptyState
        icon="quotes"
        title={t('not_found.title')}
        text={t('not_found.text')}
        action={
          <Button variant="primary" onClick={() => navigate('/')}>
            {t('not_found.home')}
          </Button>
        }
      />
    </Page>
  );
}
