import { Component, type ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { noteError } from '../state/page-errors.ts';

/** Catches a bug in a screen and shows a page with a way to continue, instead of a blank page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    noteError('screen', error);
  }

  override render(): ReactNode {
    return this.state.failed ? <Failure /> : this.props.children;
  }
}

function Failure() {
  const { t } = useTranslation();
  return (
    <main role="alert">
      <EmptyState
        icon="warning"
        title={t('error.title')}
        text={t('error.text')}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t('error.reload')}
          </Button>
        }
      />
    </main>
  );
}
