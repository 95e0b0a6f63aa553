import type { Refusal } from '../../shared/result.ts';
import { refusalText } from '../i18n/refusal.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps {
  readonly error: Refusal | string;
  readonly onRetry: () => void;
}

/** Replaces content that could not be loaded. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title={typeof error === 'string' ? error : refusalText(t, error)}
        action={
          <Button variant="quiet" onClick={onRetry}>
            {t('public.retry')}
          </Button>
        }
      />
    </div>
  );
}
