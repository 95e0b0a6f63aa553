import { lazy, Suspense, useRef, useState } from 'react';
import type { HistoryFilter } from '../../../shared/domain/order.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { saveFile } from '../../components/save-file.ts';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { Value } from '../../components/Value.tsx';
import { formatScaled, withPercent } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useChoice } from '../../state/choices.ts';
import { loadHistory } from '../../state/orders.ts';
import { type HistoryChoice, restrictionsOf } from './history-choice.ts';
import styles from './OrderScreen.module.css';
import type { OrderStatement } from './statement.ts';

const FilterSheet = lazy(() => import('./FilterSheet.tsx').then((m) => ({ default: m.FilterSheet })));
const PrintedStatement = lazy(() =>
  import('./PrintedStatement.tsx').then((m) => ({ default: m.PrintedStatement })),
);

interface HistoryBarProps {
  /** Orders that the filter lets through; undefined while unknown. */
  readonly total: number | undefined;
  readonly choice: HistoryChoice;
  /** Of the choice, as the history is loaded with it. */
  readonly filter: HistoryFilter;
  readonly onChoose: (choice: HistoryChoice) => void;
}

/** Filters the history, and makes a statement of what the filter lets through: as a file or on paper. */
export function HistoryBar({ total = 0, choice, filter, onChoose }: HistoryBarProps) {
  useSignals();
  const { t } = useTranslation();
  const sheet = useChoice<'never' | 'open' | 'closed'>('order.filter', 'never');
  const count = restrictionsOf(choice);
  const statement = useStatement(filter);
  const percent = statement.progress;
  return (
    <div className={styles.bar}>
      <Button
        variant="quiet"
        size="s"
        onClick={() => {
          sheet.value = 'open';
        }}
      >
        {t('history.filter')}
        {count > 0 && <Value> · {formatScaled(count, 0)}</Value>}
      </Button>
      <span className={`tiny ${styles.progress}`} role="status">
        {percent !== undefined && t('ledger.downloading', { part: withPercent(String(percent)) })}
      </span>
      {total > 0 && (
        <>
          <IconButton icon={PRINT} label={t('history.print')} onClick={statement.print} />
          <IconButton icon={MORE_ICONS.download} label={t('history.download')} onClick={statement.download} />
        </>
      )}
      <Suspense fallback={null}>
        {sheet.value !== 'never' && (
          <FilterSheet
            open={sheet.value === 'open'}
            choice={choice}
            onChoose={onChoose}
            onClose={() => {
              sheet.value = 'closed';
            }}
          />
        )}
        {statement.printed !== undefined && (
          <PrintedStatement statement={statement.printed} onDone={statement.printedOut} />
        )}
      </Suspense>
    </div>
  );
}

const PRINT = { path: 'M7 9V3h10v6M7 18H4v-8h16v8h-3M7 14h10v7H7z' };

/** `progress`: percent while the orders are read. */
function useStatement(filter: HistoryFilter) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number>();
  const [printed, setPrinted] = useState<OrderStatement>();
  const busy = useRef(false);
  const printedOut = useRef(() => setPrinted(undefined));
  const read = async (
    as: 'file' | 'paper',
    use: (statement: OrderStatement) => void | Promise<void>,
  ): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setProgress(0);
    const { loadStatement, MOST_ORDERS } = await import('./statement.ts');
    const most = MOST_ORDERS[as];
    const answer = await loadStatement(loadHistory, filter, most, setProgress);
    busy.current = false;
    setProgress(undefined);
    if (answer.ok) await use(answer.value);
    else if (answer.error !== 'too-many') showRefusal(t, answer.error);
    else showToast(t('history.too_long', { count: formatScaled(most, 0) }), 'error');
  };
  return {
    progress,
    printed,
    printedOut: printedOut.current,
    print: () => void read('paper', setPrinted),
    download: () =>
      void read('file', async (statement) => {
        const { statementCsv } = await import('./statement.ts');
        saveFile(new File([statementCsv(t, statement)], 'pipstream-orders.csv', { type: 'text/csv' }));
      }),
  };
}
