import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps {
  readonly text: string;
  /** Undefined: trying again can't help. */
  readonly onRetry: (() => void) | undefined;
}

/** Replaces content that could not be loaded. */
export function ErrorState({ text, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title={text}
        action={
          onRetry && (
            <Button variant="quiet" onClick={onRetry}>
              {t('public.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
