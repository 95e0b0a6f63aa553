import { useCallback } from 'react';
import type { TradingSessions } from '../../../../shared/contract/hours.ts';
import type { InstrumentId } from '../../../../shared/domain/instrument.ts';
import { LoadedView, Outline } from '../../../components/LoadedView.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { formatTimeLeft, formatWeekday, formatWeekTime } from '../../../format/time-left.ts';
import { type Translate, useTranslation } from '../../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../../state/ask.ts';
import { deviceNow } from '../../../state/now.ts';
import { shownNow } from '../../../state/shown-now.ts';
import styles from './InstrumentSheet.module.css';
import { type Hours, hoursAt, shareOf, type TradingDay, weekOf, zoneName } from './trading-week.ts';

/** When an instrument trades, in the reader's time zone, and how long until it closes or opens. */
export function TradingWeek({ id }: { readonly id: InstrumentId }) {
  const { t } = useTranslation();
  const load = useCallback(() => ask('getHours', { forexId: id }), [id]);
  return (
    <section className={styles.section}>
      <h3 className={`faint ${styles.title}`}>{t('instrument.hours', { zone: zoneName(deviceNow()) })}</h3>
      <LoadedView {...useLoaded(load)} outline={<Outline rows={[24, 20]} className={styles.outline} />}>
        {(hours) => <Week hours={hours} />}
      </LoadedView>
    </section>
  );
}

function Week({ hours }: { readonly hours: TradingSessions }) {
  const { t } = useTranslation();
  const text = useCallback(() => {
    const now = shownNow.value ?? deviceNow();
    return hoursText(t, hoursAt(hours, now), now);
  }, [t, hours]);
  const moment = shownNow.peek() ?? deviceNow();
  return (
    <>
      {hours.sessions !== undefined && (
        // A number axis: from left to right in every language. The sentence below it says the same.
        <div className={styles.week} dir="ltr" aria-hidden="true">
          {weekOf(hours.sessions, moment).map((day) => (
            <Day key={day.startMs} day={day} nowMs={moment} />
          ))}
        </div>
      )}
      <p>
        <SigText text={text} words />
      </p>
    </>
  );
}

function Day({ day, nowMs }: { readonly day: TradingDay; readonly nowMs: number }) {
  const isToday = nowMs >= day.startMs && nowMs < day.endMs;
  return (
    <span className={styles.day} data-today={isToday || undefined}>
      <span className={styles.hours}>
        {day.open.map(({ from, to }) => (
          <span key={from} style={{ left: `${from}%`, right: `${100 - to}%` }} />
        ))}
        {isToday && <b style={{ left: `${shareOf(day, nowMs)}%` }} />}
      </span>
      <span>{formatWeekday(day.startMs)}</span>
    </span>
  );
}

function hoursText(t: Translate, hours: Hours, nowMs: number): string {
  switch (hours.status) {
    case 'unknown':
      return t('instrument.unknown');
    case 'open': {
      const { closesAt, reopensAt } = hours;
      if (closesAt === undefined) return t('instrument.always');
      const closes = t('instrument.closes', {
        left: formatTimeLeft(closesAt - nowMs),
        time: formatWeekTime(closesAt),
      });
      return reopensAt === undefined
        ? closes
        : `${closes} ${t('instrument.reopens', { time: formatWeekTime(reopensAt) })}`;
    }
    case 'closed':
      return hours.opensAt === undefined
        ? t('instrument.never')
        : t('instrument.opens', {
            left: formatTimeLeft(hours.opensAt - nowMs),
            time: formatWeekTime(hours.opensAt),
          });
  }
}
