import { volumeToWire } from '../../../shared/domain/volume.ts';
import { NumberStepper } from '../../components/NumberStepper.tsx';
import { stepDecimals } from '../../format/parse.ts';
import { volumeProblemText } from '../../i18n/problem-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './Details.module.css';
import type { ClosePartState } from './use-close-part.ts';

/** The size to close. */
export function ClosePart({ part }: { readonly part: ClosePartState }) {
  const { t } = useTranslation();
  const { position, terms, problem } = part;
  return (
    <div className={styles.part}>
      <NumberStepper
        label={t('order.close_amount')}
        value={part.text}
        onChange={part.edit}
        step={volumeToWire(terms.lotStep)}
        min={volumeToWire(terms.minVolume)}
        max={volumeToWire(position.volume)}
        decimals={stepDecimals(terms.lotStep)}
        error={problem && volumeProblemText(t, problem, terms, part.most)}
      />
    </div>
  );
}
