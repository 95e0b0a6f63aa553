import type { ReactNode } from 'react';
import type { DrawMethod } from '../../../shared/contract/payments.ts';
import { currencyName, payeeOf } from './destinations.ts';
import styles from './MethodFacts.module.css';

interface MethodFactsProps {
  readonly method: DrawMethod;
  /** Goes below the facts. */
  readonly children?: ReactNode;
}

/** A saved coin address or bank account. */
export function MethodFacts({ method, children }: MethodFactsProps) {
  const lines = [method.bankName, method.branchName, method.payeeName].filter((line) => line !== '');
  return (
    <span className={`grow ${styles.facts}`}>
      <span className="soft" dir="ltr">
        {currencyName(method.currency)}
      </span>
      <span className={`strong ${styles.account}`} dir="ltr" translate="no" data-code>
        {payeeOf(method)}
      </span>
      {lines.map((line) => (
        <span key={line} className={`faint ${styles.line}`} dir="auto">
          {line}
        </span>
      ))}
      {children}
    </span>
  );
}
