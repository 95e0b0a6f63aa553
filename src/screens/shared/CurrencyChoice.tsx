import type { DrawCurrency } from '../../../shared/contract/payments.ts';
import { Chips } from '../../components/Chips.tsx';
import styles from './CurrencyChoice.module.css';
import { currencyName } from './destinations.ts';

interface CurrencyChoiceProps {
  readonly label: string;
  readonly currencies: readonly DrawCurrency[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** A choice between currencies, each with its network. */
export function CurrencyChoice({ label, currencies, value, onChange }: CurrencyChoiceProps) {
  return (
    <div className={styles.choice}>
      <span className="soft" aria-hidden="true">
        {label}
      </span>
      <div className={styles.chips}>
        <Chips
          label={label}
          value={value}
          options={currencies.map((one) => ({ value: String(one.id), label: currencyName(one) }))}
          onChange={onChange}
        />
      </div>
    </div>
  );
}
