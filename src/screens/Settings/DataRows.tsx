import { useSignals } from '../../components/use-signals.ts';
import { formatMegabytes, formatSize } from '../../format/measure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DATA_LIMITS, DATA_MODES, dataLimit, dataMode, usedToday } from '../../state/data-use.ts';
import { PreferenceChoice } from './PreferenceChoice.tsx';

/** How much of the phone's data the app may take. */
export function DataRows() {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      <PreferenceChoice
        label={t('data.title')}
        title={
          <>
            {t('data.title')}
            <p className="faint">{t('data.hint', { used: formatSize(usedToday()) })}</p>
          </>
        }
        preference={dataMode}
        options={DATA_MODES.map((value) => ({ value, label: t(`data.${value}`) }))}
      />
      {dataMode.value === 'limit' && (
        <PreferenceChoice
          label={t('data.a_day')}
          title={
            <>
              {t('data.a_day')}
              <p className="faint">{t('data.limit_hint')}</p>
            </>
          }
          preference={dataLimit}
          options={DATA_LIMITS.map((value) => ({ value, label: formatMegabytes(value) }))}
        />
      )}
    </>
  );
}
