import { useState } from 'react';
import { useSearch } from 'wouter';
import type { Leader } from '../../../shared/contract/orders.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadedView, Outline } from '../../components/LoadedView.tsx';
import { Dialog } from '../../components/Modal.tsx';
import { Page } from '../../components/Page.tsx';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPercent, formatRatio } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLoaded } from '../../state/ask.ts';
import { loadLeaders } from '../../state/market.ts';
import styles from './RankScreen.module.css';

/** `/rank`: leaders in the order of the list; `?by=rate`: sorted by their return. */
export function RankScreen() {
  const { t } = useTranslation();
  const byRate = new URLSearchParams(useSearch()).get('by') === 'rate';
  const leaders = useLoaded(loadLeaders);
  const [soon, setSoon] = useState(false);
  return (
    <Page title={t(byRate ? 'rank.by_rate' : 'rank.title')} tabBar>
      <LoadedView {...leaders} outline={<Outline className={styles.list} rows={[132, 132, 132]} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={byRate ? 'ranking' : 'documentary'}
              title={t('rank.empty')}
              text={t('rank.empty_text')}
            />
          ) : (
            <ul className={styles.list}>
              {sorted(list, byRate).map((leader, i) => (
                <li key={leader.user}>
                  <LeaderCard
                    leader={leader}
                    place={byRate ? i + 1 : undefined}
                    onOpen={() => setSoon(true)}
                  />
                </li>
              ))}
            </ul>
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

const sorted = (list: readonly Leader[], byRate: boolean): readonly Leader[] =>
  byRate ? list.toSorted((a, b) => b.rate - a.rate) : list;

interface LeaderCardProps {
  readonly leader: Leader;
  /** Place in the ranking, from 1. */
  readonly place: number | undefined;
  readonly onOpen: () => void;
}

/** Rates are percent with decimals; the formatters take integer hundredths. */
const hundredths = (percent: number): number => Math.round(percent * 100);

function LeaderCard({ leader, place, onOpen }: LeaderCardProps) {
  const { t } = useTranslation();
  const rate = hundredths(leader.rate);
  const income = leader.profit;
  return (
    <button type="button" className={`card ${styles.card}`} onClick={onOpen}>
      <span className={styles.head}>
        {place !== undefined && <span className={`strong ${styles.place}`}>{place}</span>}
        <span className="grow strong">{leader.user}</span>
        <span className="tiny">{t('rank.multiple', { multiple: leader.multiple })}</span>
      </span>
      <span className={styles.rate}>
        <span className={`big ${styles.big}`} data-tone={toneOf(rate)} dir="ltr">
          {formatPercent(rate)}
        </span>
        <span className="tiny">
          {t('rank.rate')} · {t('rank.window')}
        </span>
      </span>
      <span className={styles.facts}>
        <Fact label={t('rank.win')} value={formatRatio(hundredths(leader.winRate))} />
        <Fact label={t('rank.profit')} value={formatSigned(income)} />
        <Fact label={t('rank.total_rate')} value={formatPercent(hundredths(leader.totalRate))} />
        <Fact label={t('rank.trades')} value={String(leader.trades)} />
      </span>
    </button>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <span className={styles.fact}>
      <span className="tiny">{label}</span>
      <span dir="ltr">{value}</span>
    </span>
  );
}
