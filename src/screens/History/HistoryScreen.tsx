import { useMemo, useState } from 'react';
import type { WireLedgerEntry } from '../../../shared/contract/wire-payments.ts';
import { Chips } from '../../components/Chips.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { PullToRefresh } from '../../components/PullToRefresh.tsx';
import { withPercent } from '../../format/number.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { usePages } from '../../state/use-pages.ts';
import { EntryRow } from './EntryRow.tsx';
import styles from './HistoryScreen.module.css';
import { fits, type LedgerFilter } from './ledger-filter.ts';
import { useCsv } from './use-csv.ts';

const load = (page: number) => ask('getLedger', { page });
/** Entries have no number of their own: what is the same in everything is one. */
const keyOf = ({ Value, MemoTran, CreatedAtTran }: WireLedgerEntry): string =>
  `${CreatedAtTran} ${Value} ${MemoTran}`;

/** `/mine/history`: every movement of the balance, the latest first. */
export function HistoryScreen() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<LedgerFilter>('all');
  const pages = usePages(load, keyOf);
  const shown = useMemo(() => pages.items.filter((entry) => fits(entry, filter)), [pages.items, filter]);
  const csv = useCsv(filter);
  return (
    <Page
      title={t('ledger.title')}
      back
      actions={
        <IconButton
          icon={MORE_ICONS.download}
          label={
            csv.progress === undefined
              ? t('ledger.download')
              : t('ledger.downloading', { part: withPercent(String(csv.progress)) })
          }
          onClick={csv.download}
        />
      }
    >
      <div className={styles.filters}>
        <Chips
          options={[
            { value: 'all', label: t('ledger.all') },
            { value: 'in', label: t('ledger.in') },
            { value: 'out', label: t('ledger.out') },
          ]}
          value={filter}
          onChange={setFilter}
          label={t('ledger.filter')}
        />
      </div>
      {pages.error !== undefined && pages.items.length === 0 ? (
        <ErrorState text={refusalText(t, pages.error)} onRetry={() => void pages.refresh()} />
      ) : (
        <PullToRefresh onRefresh={pages.refresh}>
          <InfiniteList
            items={shown}
            renderItem={(entry) => <EntryRow key={keyOf(entry)} entry={entry} />}
            onEnd={pages.more}
            loading={pages.loading}
            done={pages.done}
            failure={pages.error && { text: refusalText(t, pages.error), onRetry: pages.more }}
            empty={<EmptyState icon={MORE_ICONS.ledger} title={t('public.no_data')} />}
          />
        </PullToRefresh>
      )}
    </Page>
  );
}
