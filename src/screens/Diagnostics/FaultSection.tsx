import { useEffect, useState } from 'react';
import { FAULT_KINDS, type FaultKind, type WireFault } from '../../../shared/contract/wire-faults.ts';
import type { Result } from '../../../shared/result.ts';
import { Button } from '../../components/Button.tsx';
import { Section } from '../../components/Section.tsx';
import { Switch } from '../../components/Switch.tsx';
import { showToast } from '../../components/toast-store.ts';
import { withPercent } from '../../format/number.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { clearFaults, type FaultTerms, loadFaults, setFault } from '../../state/faults.ts';
import styles from './Diagnostics.module.css';
import { FaultTermsForm } from './FaultTermsForm.tsx';

const USUAL: FaultTerms = { place: 'all', share: 100, ms: 1_000, seconds: 60 };

/** What the exchange does wrong on purpose; there where it answers for its faults, which is in development alone. */
export function FaultSection() {
  const { t } = useTranslation();
  const [faults, setFaults] = useState<readonly WireFault[]>();
  const [terms, setTerms] = useState(USUAL);
  useEffect(() => {
    let isHere = true;
    void loadFaults().then((answer) => {
      if (isHere && answer.ok) setFaults(answer.value);
    });
    return () => {
      isHere = false;
    };
  }, []);
  if (faults === undefined) return null;
  const take = async (asked: Promise<Result<readonly WireFault[]>>): Promise<void> => {
    const answer = await asked;
    if (answer.ok) setFaults(answer.value);
    else showToast(refusalText(t, answer.error), 'error');
  };
  return (
    <Section title={t('diagnostics.faults')}>
      <FaultTermsForm terms={terms} onChange={setTerms} />
      {FAULT_KINDS.map((kind) => (
        <FaultRow
          key={kind}
          kind={kind}
          fault={faults.find((one) => one.kind === kind)}
          onChange={(on) => void take(on ? setFault(kind, terms) : clearFaults(kind))}
        />
      ))}
      <div className={styles.actions}>
        <Button variant="quiet" wide disabled={faults.length === 0} onClick={() => void take(clearFaults())}>
          {t('diagnostics.clear_faults')}
        </Button>
      </div>
    </Section>
  );
}

interface FaultRowProps {
  readonly kind: FaultKind;
  readonly fault: WireFault | undefined;
  readonly onChange: (on: boolean) => void;
}

function FaultRow({ kind, fault, onChange }: FaultRowProps) {
  const { t } = useTranslation();
  return (
    <Switch
      checked={fault !== undefined}
      onChange={onChange}
      label={t(`diagnostics.fault.${kind}`)}
      hint={
        fault &&
        t('diagnostics.fault_state', {
          share: withPercent(String(fault.share)),
          ms: fault.ms,
          struck: fault.struck,
        })
      }
    />
  );
}
