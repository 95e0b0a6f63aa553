import type { AriaAttributes, ReactNode } from 'react';
import styles from './Button.module.css';
import { Icon } from './Icon.tsx';
import type { IconSource } from './icons.ts';

interface ButtonProps extends AriaAttributes {
  readonly variant: 'primary' | 'buy' | 'sell' | 'quiet' | 'outline' | 'danger';
  readonly size?: 'm' | 's' | undefined;
  /** Shows that the action is running; taps are ignored meanwhile. */
  readonly busy?: boolean | undefined;
  readonly wide?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  /** `timeStamp`: when it was tapped. */
  readonly onClick?: ((event: { readonly timeStamp: number }) => void) | undefined;
  readonly children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { variant, size = 'm', busy, wide, type = 'button', onClick, children, ...rest } = props;
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles.content}>{children}</span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}

interface IconButtonProps {
  readonly icon: IconSource;
  /** For screen readers only. */
  readonly label: string;
  readonly onClick?: (() => void) | undefined;
  /** Of a button that is on or off. */
  readonly pressed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
}

export function IconButton({ icon, label, onClick, pressed, disabled, type = 'button' }: IconButtonProps) {
  return (
    <button
      type={type}
      className={styles.iconButton}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}
