import { ListRow, Section } from '../../components/Section.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatDay, parseDay } from '../../format/day.ts';
import { formatSize } from '../../format/measure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PACES, USED_UP } from '../../state/data-budget.ts';
import { dataDays, dataPace } from '../../state/data-use.ts';
import { deviceNow } from '../../state/now.ts';
import styles from '../shared/Recorder.module.css';

/** The bytes of each day, and how fast prices come. */
export function DataSection() {
  useSignals();
  const { t } = useTranslation();
  const hz = PACES[dataPace.value]?.hz;
  const pace = hz === undefined ? t('data.needed') : t('data.per_second', { hz });
  return (
    <Section title={t('data.title')}>
      <ListRow title={t('data.prices')} value={dataPace.value === USED_UP ? t('data.used_up') : pace} />
      {dataDays.value.map(({ day, bytes }) => (
        <ListRow
          key={day}
          title={formatDay(parseDay(day) ?? deviceNow(), deviceNow())}
          value={formatSize(bytes)}
        />
      ))}
      <p className={`faint ${styles.block}`}>{t('data.counted')}</p>
    </Section>
  );
}
