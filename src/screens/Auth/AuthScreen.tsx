import { useState } from 'react';
import type { WireReview } from '../../../shared/contract/wire-people.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import styles from './AuthScreen.module.css';
import { IdentityForm } from './IdentityForm.tsx';

const loadReview = () => ask('getReview', {});

/** `/mine/auth`: the papers, then waiting, then done; specification, section 4. */
export function AuthScreen() {
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(loadReview);
  const [sent, setSent] = useState<WireReview>();
  const review = sent ?? (loaded.status === 'ready' ? loaded.value : undefined);
  return (
    <Page title={t('auth.title')} back>
      {loaded.status === 'loading' && (
        <div className={styles.form} role="status" aria-label={t('public.loading')}>
          <Skeleton height={48} />
          <Skeleton height={48} />
          <Skeleton height={148} />
        </div>
      )}
      {loaded.status === 'failed' && (
        <ErrorState text={refusalText(t, loaded.error)} onRetry={() => void reload()} />
      )}
      {review?.review_status === 0 && (
        <IdentityForm remark={review.remark} onSent={setSent} onConflict={() => void reload()} />
      )}
      {review?.review_status === 1 && (
        <EmptyState icon="clock" title={t('auth.waiting')} text={t('auth.waiting_text')} />
      )}
      {review !== undefined && review.review_status > 1 && (
        <EmptyState icon={MORE_ICONS.shield} title={t('auth.finished')} text={t('auth.finished_text')} />
      )}
    </Page>
  );
}
