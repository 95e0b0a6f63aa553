import { useState } from 'react';
import { useSearch } from 'wouter';
import type { WireLeader } from '../../../shared/contract/wire-people.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LeaderCard } from './LeaderCard.tsx';
import styles from './RankScreen.module.css';
import { useLeaders } from './useLeaders.ts';

const OUTLINE = [1, 2, 3] as const;

/** `/rank`: traders to follow, as they are listed; `?by=rate`: the same by their return. */
export function RankScreen() {
  const { t } = useTranslation();
  const byRate = new URLSearchParams(useSearch()).get('by') === 'rate';
  const [leaders, load] = useLeaders();
  const [soon, setSoon] = useState(false);
  return (
    <Page title={t(byRate ? 'rank.by_rate' : 'rank.title')} tabBar>
      {leaders.status === 'loading' && (
        <div className={styles.list} role="status" aria-label={t('public.loading')}>
          {OUTLINE.map((card) => (
            <Skeleton key={card} height={132} />
          ))}
        </div>
      )}
      {leaders.status === 'failed' && <ErrorState text={refusalText(t, leaders.refusal)} onRetry={load} />}
      {leaders.status === 'ready' && leaders.list.length === 0 && (
        <EmptyState
          icon={byRate ? 'ranking' : 'documentary'}
          title={t('rank.empty')}
          text={t('rank.empty_text')}
        />
      )}
      {leaders.status === 'ready' && leaders.list.length > 0 && (
        <ul className={styles.list}>
          {sorted(leaders.list, byRate).map((leader, i) => (
            <li key={leader.user}>
              <LeaderCard leader={leader} place={byRate ? i + 1 : undefined} onOpen={() => setSoon(true)} />
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={soon}
        onClose={() => setSoon(false)}
        title={t('public.coming_soon')}
        actions={
          <Button variant="primary" onClick={() => setSoon(false)}>
            {t('public.ok')}
          </Button>
        }
      >
        <p>{t('rank.soon_text')}</p>
      </Dialog>
    </Page>
  );
}

const sorted = (list: readonly WireLeader[], byRate: boolean): readonly WireLeader[] =>
  byRate ? list.toSorted((a, b) => b.three_week_rate - a.three_week_rate) : list;
