import { useEffect } from 'react';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { slowedText } from '../state/connection.ts';
import { dataSlowed, startDataUse } from '../state/data-use.ts';

/** Measures the data that the app uses, and has the connection's state say that a limit slows the prices. */
export function SlowedPrices() {
  useSignals();
  const { t } = useTranslation();
  useEffect(startDataUse, []);
  const text = dataSlowed.value && t(`data.${dataSlowed.value}`);
  useEffect(() => {
    slowedText.value = text;
  }, [text]);
  return null;
}
