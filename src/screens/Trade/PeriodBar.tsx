import { useId, useLayoutEffect, useRef } from 'react';
import { PERIODS, type Period } from '../../../shared/domain/period.ts';
import { afterPaint } from '../../components/after-paint.ts';
import { SigText } from '../../components/SigText.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './PeriodBar.module.css';

interface PeriodBarProps {
  readonly value: Period;
  readonly onChange: (period: Period) => void;
  /** The time left of the newest candle, or an empty text before the first candle has come. It reads signals. */
  readonly left: () => string;
}

/** All candle periods in equal parts. The browser itself marks the tapped one; `onChange` follows after that frame. */
export function PeriodBar({ value, onChange, left }: PeriodBarProps) {
  const { t } = useTranslation();
  const name = useId();
  const row = useRef<HTMLFieldSetElement>(null);
  const cancel = useRef(() => {});
  useLayoutEffect(() => {
    const radio = row.current?.querySelector<HTMLInputElement>(`[data-period="${value}"] input`);
    // It may have been chosen elsewhere.
    if (radio) radio.checked = true;
  }, [value]);
  const choose = (period: Period): void => {
    cancel.current();
    cancel.current = afterPaint(() => onChange(period));
  };
  return (
    <fieldset ref={row} className={styles.row} aria-label={t('trade.period')} dir="ltr">
      {PERIODS.map((period) => (
        <label key={period} className={styles.period} data-period={period}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            defaultChecked={period === value}
            onChange={() => choose(period)}
          />
          <span translate="no">{t(`trade.period_${period}`)}</span>
          {period === value && (
            <span className={styles.left} aria-hidden="true">
              <SigText text={left} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
