import { useMemo, useRef, useState } from 'react';
import type { LedgerEntry } from '../../../shared/contract/payments.ts';
import { moneyToWire } from '../../../shared/domain/money.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Refusal, type Result, refusal } from '../../../shared/result.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Button, IconButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { PagedList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { saveFile } from '../../components/save-file.ts';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { csvOf } from '../../format/csv.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatScaled, withPercent } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { useChoice } from '../../state/choices.ts';
import { usePages } from '../../state/use-pages.ts';
import { hideableText } from '../shared/Balance.tsx';
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
  useSignals();
  const { t } = useTranslation();
  const chosen = useChoice<LedgerFilter>('history.filter', 'all');
  const filter = chosen.value;
  const setFilter = (next: LedgerFilter): void => {
    chosen.value = next;
  };
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
      <time className="tiny" translate="no" dateTime={createdAt}>
        {formatDateTime(Date.parse(createdAt))}
      </time>
      <Amount className="strong" of={amount} profit mask={hideableText} />
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
    const answer = await loadAll(setProgress);
    if (answer.ok) {
      const header = [t('ledger.time'), t('ledger.memo'), t('ledger.amount')];
      const text = csvOf(header, rowsOf(answer.value, filter));
      saveFile(new File([text], 'pipstream-ledger.csv', { type: 'text/csv' }));
    } else if (answer.error !== 'too-many') showRefusal(t, answer.error);
    else showToast(t('ledger.too_long', { count: formatScaled(MOST_ENTRIES, 0) }), 'error');
    busy.current = false;
    setProgress(undefined);
  };
  return { progress, download: () => void download() };
}

/** Movements that one file may have. */
const MOST_ENTRIES = 100_000;
/** Times that the pages are gone through: each time only as far as movements are missing. */
const TRIES = 10;

/**
 * All movements, the latest first. Those that are booked meanwhile move the others to later places, so each is known by its
 * number, and the new ones are read at the end.
 * @param onProgress percent
 */
async function loadAll(
  onProgress: (percent: number) => void,
): Promise<Result<readonly LedgerEntry[], Refusal | 'too-many'>> {
  const entries = new Map<number, LedgerEntry>();
  let [perPage, goal] = [0, 0];
  for (let [left, page] = [TRIES, 1]; left > 0; page++) {
    const answer = await ask('getLedger', { page, limit: MAX_PAGE_SIZE });
    if (!answer.ok) return answer;
    const { list, total } = answer.value;
    if (total > MOST_ENTRIES) return err('too-many');
    if (page === 1) [perPage, goal] = [list.length, total];
    const newest = total - (page - 1) * perPage;
    for (const [at, entry] of list.entries()) entries.set(newest - at, entry);
    onProgress(total === 0 ? 100 : Math.round((entries.size / total) * 100));
    if (entries.size >= total) return ok([...entries].sort(([a], [b]) => b - a).map(([, entry]) => entry));
    if (list.length > 0 && page * perPage < total && entries.size < goal) continue;
    // Only the newest are missing.
    left -= 1;
    page = 0;
  }
  return err(refusal(LOCAL_CODE.malformed));
}

const rowsOf = (entries: readonly LedgerEntry[], filter: LedgerFilter) =>
  entries
    .filter((entry) => fits(entry, filter))
    .map(({ createdAt, memo, amount }) => [createdAt, memo, moneyToWire(amount)]);

/** All movements, credits or debits. */
type LedgerFilter = 'all' | 'in' | 'out';

const fits = ({ amount }: Pick<LedgerEntry, 'amount'>, filter: LedgerFilter): boolean =>
  filter === 'all' || (filter === 'in' ? amount > 0 : amount < 0);
