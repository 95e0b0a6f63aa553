import { useMemo, useRef, useState } from 'react';
import type { LedgerEntry } from '../../../shared/contract/payments.ts';
import { moneyToWire } from '../../../shared/domain/money.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Button, IconButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { PagedList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { saveFile } from '../../components/save-file.ts';
import { showRefusal } from '../../components/show-refusal.ts';
import { csvOf } from '../../format/csv.ts';
import { formatDateTime } from '../../format/date.ts';
import { withPercent } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { usePages } from '../../state/use-pages.ts';
import { TradeLink } from '../shared/TradeLink.tsx';
import styles from './HistoryScreen.module.css';

interface NumberedEntry extends LedgerEntry {
  /** Counted from the oldest entry. Entries have no id, and those of one moment may be equal, but new ones only come on top. */
  readonly nth: number;
}

async function load(page: number) {
  const answer = await ask('getLedger', { page });
  if (!answer.ok) return answer;
  const { list, total } = answer.value;
  const newest = total - (page - 1) * PAGE_SIZE;
  return ok({ list: list.map((entry, at) => ({ ...entry, nth: newest - at })), total });
}

const keyOf = ({ nth }: NumberedEntry): number => nth;

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
      <PagedList
        pages={pages}
        shown={shown}
        renderItem={(entry) => <EntryRow key={keyOf(entry)} entry={entry} />}
        icon={MORE_ICONS.ledger}
        emptyText={t('ledger.empty_text')}
        emptyAction={
          filter === 'all' ? (
            <TradeLink />
          ) : (
            <Button variant="primary" onClick={() => setFilter('all')}>
              {t('ledger.all')}
            </Button>
          )
        }
      />
    </Page>
  );
}

/** A movement: its memo, its time and its amount. */
function EntryRow({ entry }: { readonly entry: LedgerEntry }) {
  const { amount, memo, createdAt } = entry;
  return (
    <div className={`entry with-aside ${styles.entry}`}>
      <span className={styles.memo}>{memo}</span>
      <time className="tiny" dateTime={createdAt}>
        {formatDateTime(Date.parse(createdAt))}
      </time>
      <Amount className="strong" of={amount} profit />
    </div>
  );
}

/** Downloads the whole ledger as a file, read page by page. `progress`: percent while it is running. */
function useCsv(filter: LedgerFilter) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number>();
  const busy = useRef(false);
  const download = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setProgress(0);
    let entries: LedgerEntry[] = [];
    let before = 0;
    for (let page = 1; ; page++) {
      const answer = await ask('getLedger', { page, limit: MAX_PAGE_SIZE });
      if (!answer.ok) {
        showRefusal(t, answer.error);
        break;
      }
      const { list, total } = answer.value;
      if (page > 1 && total !== before) {
        // A movement meanwhile: the others have moved to later places. From the start, so that each is there once.
        entries = [];
        page = 0;
        continue;
      }
      before = total;
      entries.push(...list);
      setProgress(total === 0 ? 100 : Math.round((entries.length / total) * 100));
      if (list.length === 0 || entries.length >= total) {
        const text = csvOf([t('ledger.time'), t('ledger.memo'), t('ledger.amount')], rowsOf(entries, filter));
        saveFile(new File([text], 'pipstream-ledger.csv', { type: 'text/csv' }));
        break;
      }
    }
    busy.current = false;
    setProgress(undefined);
  };
  return { progress, download: () => void download() };
}

const rowsOf = (entries: readonly LedgerEntry[], filter: LedgerFilter) =>
  entries
    .filter((entry) => fits(entry, filter))
    .map(({ createdAt, memo, amount }) => [createdAt, memo, moneyToWire(amount)]);

/** All movements, credits or debits. */
type LedgerFilter = 'all' | 'in' | 'out';

const fits = ({ amount }: Pick<LedgerEntry, 'amount'>, filter: LedgerFilter): boolean =>
  filter === 'all' || (filter === 'in' ? amount > 0 : amount < 0);
