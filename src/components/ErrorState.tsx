import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** Replaces content that could not be loaded. */
export function ErrorState({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title={text}
        action={
          <Button variant="quiet" onClick={onRetry}>
            {t('public.retry')}
          </Button>
        }
      />
    </div>
  );
}
