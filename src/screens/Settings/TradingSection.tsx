import { Section } from '../../components/Section.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatRatio } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { allowHaptics, haptics, hasHaptics } from '../../state/haptics.ts';
import { priceTolerance, TOLERANCES } from '../../state/preferences.ts';
import { useOneTap } from '../shared/use-one-tap.tsx';
import { PreferenceChoice } from './PreferenceChoice.tsx';

/** How orders are sent. */
export function TradingSection() {
  useSignals();
  const { t } = useTranslation();
  const { isOn, toggle, question } = useOneTap();
  return (
    <Section title={t('settings.trading')}>
      <Switch
        checked={isOn}
        onChange={toggle}
        label={t('settings.one_tap')}
        hint={t('settings.one_tap_hint')}
      />
      {hasHaptics() && (
        <Switch
          checked={haptics.value}
          onChange={allowHaptics}
          label={t('settings.haptics')}
          hint={t('settings.haptics_hint')}
        />
      )}
      <PreferenceChoice
        label={t('settings.tolerance')}
        title={
          <>
            {t('settings.tolerance')}
            <p className="faint">{t('settings.tolerance_hint')}</p>
          </>
        }
        preference={priceTolerance}
        options={TOLERANCES.map((value) => ({ value, label: formatRatio(value) }))}
      />
      {question}
    </Section>
  );
}
