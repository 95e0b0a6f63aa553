import { useCallback, useMemo } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { TimestampMs } from '../../../shared/domain/time.ts';
import { isShut } from '../../../shared/domain/usual-opening.ts';
import { Rail, RailPip, railPlace } from '../../components/Rail.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { quoteOf } from '../../state/quotes.ts';
import styles from './HomeScreen.module.css';
import { opening } from './home-view.ts';
import { Rows } from './Rows.tsx';

interface PartedProps {
  readonly shown: readonly Instrument[];
  /** Of the usual markets. */
  readonly opensAt: TimestampMs;
  /** That time in words. */
  readonly opens: string;
}

/** The open markets; below one line about when the usual ones open, the others. */
export function Parted({ shown, opensAt, opens }: PartedProps) {
  const { t } = useTranslation();
  const [open, shut] = useMemo(() => [shown.filter((one) => !isShut(one)), shown.filter(isShut)], [shown]);
  const [first] = shut;
  const place = useCallback(() => first && wayOf(first), [first]);
  return (
    <>
      <Rows items={open} label={t('home.title')} />
      <p className={`ends soft ${styles.shut}`}>
        <span className="strong">{t('home.closed')}</span>
        <span className="grow">
          <Rail>
            <RailPip at={place} />
          </Rail>
        </span>
        {opens}
      </p>
      <div data-opens={opensAt}>
        <Rows items={shut} label={t('home.closed')} />
      </div>
    </>
  );
}

/** How far a closed market is on its way to the next session, in percent. */
function wayOf({ id, market }: Instrument): number | undefined {
  const way = opening.value?.(market, false, quoteOf(id).timeMs);
  return way && railPlace(way.part);
}
