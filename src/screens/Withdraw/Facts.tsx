import styles from './WithdrawScreen.module.css';

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
  /** The value is words, not a number or code: its direction follows the text. */
  readonly words?: boolean;
}

export function Facts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(({ label, value, strong, words }) => (
        <div key={label} data-strong={strong === true || undefined}>
          <dt>{label}</dt>
          <dd>
            <span
              dir={words === true ? 'auto' : 'ltr'}
              translate={words === true ? undefined : 'no'}
              data-code={!value.includes(' ') || undefined}
            >
              {value}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
