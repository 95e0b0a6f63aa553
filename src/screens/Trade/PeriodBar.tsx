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

/**
 * The candle periods as slim texts in a row that scrolls sideways; the chosen one is in view. The browser itself marks the
 * tapped one; `onChange` follows after that frame.
 */
export function PeriodBar({ value, onChange, left }: PeriodBarProps) {
  const { t } = useTranslation();
  const name = useId();
  const row = useRef<HTMLFieldSetElement>(null);
  const isShown = useRef(false);
  const cancel = useRef(() => {});
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(`[data-period="${value}"]`);
    const radio = chosen?.querySelector('input');
    // It may have been chosen elsewhere.
    if (radio) radio.checked = true;
    const centre = () => {
      // Not `scrollIntoView`, which would scroll the page as well.
      if (row.current && chosen)
        row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2;
    };
    // It asks for the layout, which the answer to a tap need not wait for.
    if (isShown.current) return afterPaint(centre);
    isShown.current = true;
    return centre();
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
