import { useEffect } from 'react';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { slowedText } from '../state/connection.ts';
import { dataSlowed } from '../state/data-use.ts';

/** Has the connection's state say that a limit of data slows the prices. */
export function SlowedPrices() {
  useSignals();
  const { t } = useTranslation();
  const text = dataSlowed.value && t(`data.${dataSlowed.value}`);
  useEffect(() => {
    slowedText.value = text;
  }, [text]);
  return null;
}
