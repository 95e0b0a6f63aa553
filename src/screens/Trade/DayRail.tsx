import type { Instrument } from '../../../shared/domain/instrument.ts';
import { Rail, RailPip, railPlace } from '../../components/Rail.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { QuoteSignals } from '../../state/quotes.ts';
import styles from './DayRail.module.css';
import { useDayRange } from './day-range.ts';

interface DayRailProps {
  readonly instrument: Instrument;
  readonly quote: QuoteSignals;
}

/** Where the price lies between the day's lowest and highest. Both have a third of the line, so that nothing moves when they come. */
export function DayRail({ instrument: { id, precision }, quote }: DayRailProps) {
  const { t } = useTranslation();
  const day = useDayRange(id);
  const place = () => {
    const [now, range] = [quote.close.value, day.value];
    if (now === undefined || range === undefined || range.high <= range.low) return undefined;
    return railPlace((now - range.low) / (range.high - range.low));
  };
  const edge = (side: 'low' | 'high') => () =>
    `${t(`trade.${side}`)} ${formatPrice(day.value?.[side], precision)}`;
  return (
    <div className={styles.day} dir="ltr">
      <SigText text={edge('low')} words />
      <Rail>
        <RailPip at={place} />
      </Rail>
      <SigText text={edge('high')} words />
    </div>
  );
}
