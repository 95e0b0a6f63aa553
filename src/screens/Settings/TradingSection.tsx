import { useState } from 'react';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { Section } from '../../components/Section.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatRatio } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { allowHaptics, haptics, hasHaptics } from '../../state/haptics.ts';
import { confirmOrders, priceTolerance, TOLERANCES } from '../../state/preferences.ts';
import { PreferenceChoice } from './PreferenceChoice.tsx';

/** One-tap trading asks for a confirmation when it is switched on, not when it is switched off. */
export function TradingSection() {
  useSignals();
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t('settings.trading')}>
      <Switch
        checked={!confirmOrders.value}
        onChange={(oneTap) => {
          if (oneTap) setAsking(true);
          else confirmOrders.value = true;
        }}
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
      <ConfirmDialog
        open={asking}
        title={t('settings.one_tap_title')}
        text={t('settings.one_tap_text')}
        action={t('settings.one_tap_on')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          confirmOrders.value = false;
        }}
      />
    </Section>
  );
}
