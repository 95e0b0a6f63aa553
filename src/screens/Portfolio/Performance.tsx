import { type ReactNode, useId, useMemo } from 'react';
import type { PortfolioDay } from '../../../shared/contract/portfolio.ts';
import { type Money, negMoney } from '../../../shared/domain/money.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Fact } from '../../components/Fact.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatShortDay } from '../../format/day.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPercent, formatScaled, UNKNOWN, withPercent } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import { balanceHidden } from '../../state/preferences.ts';
import { hideable, hideableText } from '../shared/Balance.tsx';
import { EquityFigure } from './EquityFigure.tsx';
import styles from './PortfolioScreen.module.css';
import {
  BARS,
  gainOf,
  type Performance as Of,
  performanceOf,
  realisedBars,
  returnsOf,
  WEEK,
} from './performance.ts';

const { equity } = figures;

interface PerformanceProps {
  readonly loaded: readonly PortfolioDay[];
  readonly count: number;
  /** The choice of days. */
  readonly choice: ReactNode;
}

/** The account over some days: its equity as a line that ends at the equity now, and four facts. */
export function Performance({ loaded, count, choice }: PerformanceProps) {
  const { t } = useTranslation();
  const of = useMemo(() => performanceOf(loaded, count), [loaded, count]);
  return (
    <>
      <Gain of={of} />
      <EquityFigure of={of} />
      {choice}
      <dl className={`figures ${styles.facts}`}>
        <Fact
          label={t('rank.win')}
          value={of.winRate === undefined ? UNKNOWN : withPercent(String(Math.round(of.winRate / 100)))}
        />
        <Fact
          label={t('portfolio.ratio')}
          value={
            <bdi dir="ltr">
              {of.winToLoss === undefined ? UNKNOWN : `${formatScaled(of.winToLoss, 1)} : 1`}
            </bdi>
          }
        />
        <Fact label={t('portfolio.fees')} value={() => hideable(negMoney(of.fees))} />
        {of.financing !== 0 && (
          <Fact label={t('order.financing')} value={() => hideableText(formatSigned(of.financing))} />
        )}
        <Fact label={t('portfolio.fall')} value={() => percent(now((worth) => returnsOf(of, worth).fall))} />
      </dl>
    </>
  );
}

const percent = (hundredths: number | undefined): string => formatPercent(hundredths);

/** What follows from the equity now; undefined while that is unknown. */
const now = <T,>(what: (worth: Money) => T): T | undefined =>
  equity.value === undefined ? undefined : what(equity.value);

/** What trading has brought, live. */
function Gain({ of }: { readonly of: Of }) {
  const gain = () => now((worth) => gainOf(of, worth));
  const tone = () => (balanceHidden.value ? undefined : toneOf(gain()));
  return (
    <p className={`ends ${styles.gain}`}>
      <SigText className="strong" text={() => hideableText(formatSigned(gain()))} tone={tone} />
      <SigText text={() => percent(now((worth) => returnsOf(of, worth).total))} tone={tone} />
    </p>
  );
}

interface RealisedProps {
  readonly loaded: readonly PortfolioDay[];
  readonly count: number;
}

/** What the closed orders of each day brought. */
export function Realised({ loaded, count }: RealisedProps) {
  const { t } = useTranslation();
  const id = useId();
  const { days, realised } = useMemo(() => performanceOf(loaded, count), [loaded, count]);
  const bars = useMemo(() => realisedBars(days), [days]);
  const ends = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  const isEmpty = bars.up === '' && bars.down === '';
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={`ends ${styles.line}`}>
        <h2 id={id} className="strong">
          {t('portfolio.realised')}
        </h2>
        <Amount of={realised} profit mask={hideableText} className="strong" />
      </div>
      {isEmpty ? (
        <p className="soft">{t('portfolio.none')}</p>
      ) : (
        <div dir="ltr">
          <svg
            viewBox={`0 0 ${BARS.width} ${BARS.height}`}
            width="100%"
            height={BARS.height}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path
              fill="none"
              vectorEffect="non-scaling-stroke"
              stroke="var(--rail)"
              d={`M0 ${bars.zero}H${BARS.width}`}
            />
            <path fill="var(--up)" d={bars.up} />
            <path fill="var(--down)" d={bars.down} />
          </svg>
          <p className="ends tiny">
            {(days.length < WEEK ? [undefined, days.at(-1)] : ends).map((day, at) => (
              <bdi key={day?.start ?? -at}>{day && formatShortDay(day.start)}</bdi>
            ))}
          </p>
        </div>
      )}
    </section>
  );
}
