import type { WireLedgerEntry } from '../../../shared/contract/wire-payments.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import styles from './HistoryScreen.module.css';

/** What it was, when, and what it did to the balance. */
export function EntryRow({ entry }: { readonly entry: WireLedgerEntry }) {
  const amount = moneyFromWire(entry.Value);
  return (
    <div className={styles.entry}>
      <span className={styles.memo}>{entry.MemoTran}</span>
      <time className={styles.time} dateTime={entry.CreatedAtTran}>
        {formatDateTime(Date.parse(entry.CreatedAtTran))}
      </time>
      <span className={styles.amount} data-tone={toneOf(amount)} dir="ltr">
        {formatSigned(amount, 6)}
      </span>
    </div>
  );
}
