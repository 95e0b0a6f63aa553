import { useLocation } from 'wouter';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

/** An empty tab, with the way to where orders come from. */
export function NoOrders({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon="inbox"
      title={title}
      text={t('order.empty_text')}
      action={
        <Button variant="quiet" onClick={() => navigate('/trade')}>
          {t('order.go_trade')}
        </Button>
      }
    />
  );
}
