import { type ReactNode, useId } from 'react';
import { CLOSE_REASONS, SIDES } from '../../../shared/domain/order.ts';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { market } from '../../state/market.ts';
import styles from './FilterSheet.module.css';
import { EVERYTHING, type HistoryChoice, isBackwards, RANGES } from './history-choice.ts';

interface FilterSheetProps {
  readonly open: boolean;
  readonly choice: HistoryChoice;
  readonly onChoose: (choice: HistoryChoice) => void;
  readonly onClose: () => void;
}

/** What the history shows. Each tap takes effect at once; the list behind is the exchange's answer. */
export function FilterSheet({ open, choice, onChoose, onClose }: FilterSheetProps) {
  useSignals();
  const { t } = useTranslation();
  const set = (patch: Partial<HistoryChoice>): void => onChoose({ ...choice, ...patch });
  const instruments = market.value.status === 'ready' ? market.value.instruments : [];
  const footer = (
    <>
      <Button variant="quiet" onClick={() => onChoose(EVERYTHING)}>
        {t('history.reset')}
      </Button>
      <Button variant="primary" wide onClick={onClose}>
        {t('history.show')}
      </Button>
    </>
  );
  return (
    <Sheet open={open} onClose={onClose} title={t('history.filter')} footer={footer}>
      <Group label={t('history.range')}>
        <Chips
          label={t('history.range')}
          options={RANGES.map((value) => ({ value, label: t(`history.ranges.${value}`) }))}
          value={choice.range}
          onChange={(range) => set({ range })}
        />
        {choice.range === 'custom' && <DayFields choice={choice} onChange={set} />}
      </Group>
      <Choice
        label={t('history.result')}
        options={[
          { value: 'profit', label: t('order.winners') },
          { value: 'loss', label: t('order.losers') },
        ]}
        value={choice.result}
        onChange={(result) => set({ result })}
      />
      <Choice
        label={t('order.type')}
        options={SIDES.map((value) => ({ value, label: t(value === 'buy' ? 'order.buy' : 'order.sell') }))}
        value={choice.side}
        onChange={(side) => set({ side })}
      />
      <Choice
        label={t('order.reason')}
        options={CLOSE_REASONS.map((value) => ({ value, label: t(`order.reasons.${value}`) }))}
        value={choice.reason}
        onChange={(reason) => set({ reason })}
      />
      <Choice
        label={t('history.instrument')}
        options={instruments.map(({ id, showCode }) => ({ value: id, label: showCode }))}
        value={choice.instrumentId}
        onChange={(instrumentId) => set({ instrumentId })}
      />
    </Sheet>
  );
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className={`faint ${styles.label}`}>{label}</h3>
      {children}
    </section>
  );
}

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** Undefined: all of them. */
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
}

/** One of the options, or all. */
function Choice<T extends string | number>({ label, options, value, onChange }: ChoiceProps<T>) {
  const { t } = useTranslation();
  return (
    <Group label={label}>
      <Chips<T | 'all'>
        label={label}
        options={[{ value: 'all', label: t('history.all') }, ...options]}
        value={value ?? 'all'}
        onChange={(next) => onChange(next === 'all' ? undefined : (next as T))}
      />
    </Group>
  );
}

interface DayFieldsProps {
  readonly choice: HistoryChoice;
  readonly onChange: (patch: Partial<HistoryChoice>) => void;
}

/** The first and the last day of a range; an empty one bounds nothing. */
function DayFields({ choice, onChange }: DayFieldsProps) {
  const { t } = useTranslation();
  const error = useId();
  const wrong = isBackwards(choice);
  const field = (name: 'fromDay' | 'toDay') => (
    <label>
      <span className="tiny">{t(name === 'fromDay' ? 'history.from' : 'history.to')}</span>
      <input
        type="date"
        value={choice[name]}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? error : undefined}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </label>
  );
  return (
    <>
      <div className={styles.days}>
        {field('fromDay')}
        {field('toDay')}
      </div>
      {wrong && (
        <p id={error} className={`warning ${styles.label}`} role="alert">
          {t('history.backwards')}
        </p>
      )}
    </>
  );
}
