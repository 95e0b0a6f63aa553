import { useState } from 'react';
import { useSearch } from 'wouter';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadedView, Outline } from '../../components/LoadedView.tsx';
import { Dialog } from '../../components/Modal.tsx';
import { Page } from '../../components/Page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLoaded } from '../../state/ask.ts';
import { loadLeaders } from '../../state/market.ts';
import { TradeLink } from '../shared/TradeLink.tsx';
import { Documentary } from './Documentary.tsx';
import { Ranking } from './Ranking.tsx';
import styles from './RankScreen.module.css';

/** `/rank`: one leader after the other, with how they trade; `?by=rate`: their order by what they reached. */
export function RankScreen() {
  const { t } = useTranslation();
  const byRate = new URLSearchParams(useSearch()).get('by') === 'rate';
  const leaders = useLoaded(loadLeaders);
  const [soon, setSoon] = useState(false);
  const List = byRate ? Ranking : Documentary;
  return (
    <Page title={t(byRate ? 'rank.by_rate' : 'rank.title')} tabBar>
      <LoadedView {...leaders} outline={<Outline className={styles.list} rows={[240, 240, 240]} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={byRate ? 'ranking' : 'documentary'}
              title={t('rank.empty')}
              text={t('rank.empty_text')}
              action={<TradeLink />}
            />
          ) : (
            <List list={list} onCopy={() => setSoon(true)} />
          )
        }
      </LoadedView>
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
