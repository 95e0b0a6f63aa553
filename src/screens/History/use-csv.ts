import { useRef, useState } from 'react';
import type { WireLedgerEntry } from '../../../shared/contract/wire-payments.ts';
import { later } from '../../clock.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { csvOf, fits, type LedgerFilter } from './ledger-filter.ts';

/** Of the pages that are read for one file. */
const MAX_PAGES = 500;
const REVOKE_AFTER_MS = 10_000;

/** The whole ledger as a file, read page by page. `progress`: percent while that goes on. */
export function useCsv(filter: LedgerFilter) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number>();
  const busy = useRef(false);
  const download = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setProgress(0);
    const entries: WireLedgerEntry[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const answer = await ask('getLedger', { page });
      if (!answer.ok) {
        showToast(refusalText(t, answer.error), 'error');
        break;
      }
      const { list, total } = answer.value;
      entries.push(...list);
      setProgress(total === 0 ? 100 : Math.round((entries.length / total) * 100));
      if (list.length === 0 || entries.length >= total) {
        save(csvOf([t('ledger.time'), t('ledger.memo'), t('ledger.amount')], rowsOf(entries, filter)));
        break;
      }
    }
    busy.current = false;
    setProgress(undefined);
  };
  return { progress, download: () => void download() };
}

const rowsOf = (entries: readonly WireLedgerEntry[], filter: LedgerFilter) =>
  entries
    .filter((entry) => fits(entry, filter))
    .map(({ CreatedAtTran, MemoTran, Value }) => [CreatedAtTran, MemoTran, Value]);

function save(text: string): void {
  // The mark at the start tells a spreadsheet that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'pipstream-ledger.csv';
  link.click();
  // Some browsers read it only after the tap is over.
  later(REVOKE_AFTER_MS, () => URL.revokeObjectURL(url));
}
