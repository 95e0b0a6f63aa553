import type { DrawMethod } from '../../../shared/contract/payments.ts';
import { payeeOf } from './destination.ts';
import { currencyName } from './draw-kind.ts';
import styles from './MethodFacts.module.css';

/** A saved coin address or bank account. */
export function MethodFacts({ method }: { readonly method: DrawMethod }) {
  const lines = [method.bank_name, method.branch_name, method.payee_name].filter((line) => line !== '');
  return (
    <span className={styles.facts}>
      <span className={styles.currency} dir="ltr">
        {currencyName(method.draw_currency)}
      </span>
      <span className={styles.account} dir="ltr">
        {payeeOf(method)}
      </span>
      {lines.map((line) => (
        <span key={line} className={styles.line} dir="auto">
          {line}
        </span>
      ))}
    </span>
  );
}
