import { FAULT_PLACES } from '../../../shared/contract/wire-faults.ts';
import { Field } from '../../components/Field.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { TextInput } from '../../components/TextInput.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { FaultTerms } from '../../state/faults.ts';
import styles from './Diagnostics.module.css';

const MEASURES = ['share', 'ms', 'seconds'] as const;
const MOST = { share: 100, ms: 600_000, seconds: 86_400 } as const;

interface FaultTermsFormProps {
  readonly terms: FaultTerms;
  readonly onChange: (terms: FaultTerms) => void;
}

/** How the next fault that is switched on strikes: where, how often, how hard, for how long. */
export function FaultTermsForm({ terms, onChange }: FaultTermsFormProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.terms}>
      <p className={styles.hint}>{t('diagnostics.faults_hint')}</p>
      <Segmented
        options={FAULT_PLACES.map((value) => ({ value, label: t(`diagnostics.fault_on.${value}`) }))}
        value={terms.place}
        onChange={(place) => onChange({ ...terms, place })}
        label={t('diagnostics.fault_place')}
      />
      <div className={styles.measures}>
        {MEASURES.map((name) => (
          <Field key={name} label={t(`diagnostics.fault_term.${name}`)}>
            {(id) => (
              <TextInput
                id={id}
                inputMode="numeric"
                value={String(terms[name])}
                onChange={(text) => onChange({ ...terms, [name]: wholeUpTo(MOST[name], text) })}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  );
}

const wholeUpTo = (most: number, text: string): number =>
  Math.min(most, Number(text.replace(/\D/g, '').slice(0, 9)));
