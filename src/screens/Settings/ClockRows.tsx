import { lazy, Suspense, useState } from 'react';
import { ListRow } from '../../components/Section.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { clockFace, setClockFace } from '../../format/clock-face.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './SettingsScreen.module.css';
import { zoneName } from './zones.ts';

const ZoneSheet = lazy(() => import('./ZoneSheet.tsx').then((module) => ({ default: module.ZoneSheet })));

/** A clock of 12 or 24 hours, and its time zone: for all times of the app. */
export function ClockRows() {
  useSignals();
  const { t } = useTranslation();
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused');
  const { hours, zone } = clockFace.value;
  return (
    <>
      <div className={styles.choice}>
        <div>{t('clock.hours')}</div>
        <Segmented
          label={t('clock.hours')}
          options={[
            { value: 24, label: t('clock.hours_24') },
            { value: 12, label: t('clock.hours_12') },
          ]}
          value={hours}
          onChange={(chosen) => setClockFace({ hours: chosen, zone })}
        />
      </div>
      <ListRow
        title={t('clock.zone')}
        value={zone === undefined ? t('clock.device') : zoneName(zone)}
        opens
        onClick={() => setSheet('open')}
      />
      {sheet !== 'unused' && (
        <Suspense fallback={null}>
          <ZoneSheet
            open={sheet === 'open'}
            value={zone}
            onPick={(chosen) => {
              setClockFace({ hours, zone: chosen });
              setSheet('closed');
            }}
            onClose={() => setSheet('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
