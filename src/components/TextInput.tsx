import type { ComponentProps, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from './Icon.tsx';
import styles from './TextInput.module.css';

interface TextInputProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'id' | 'name' | 'placeholder' | 'autoComplete' | 'autoFocus' | 'enterKeyHint' | 'inputMode' | 'onBlur'
  > {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'search' | undefined;
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  /** Before and after the text, inside the frame. */
  readonly start?: ReactNode;
  readonly end?: ReactNode;
}

export function TextInput(props: TextInputProps) {
  const { onChange, label, describedBy, invalid = false, start, end, ...input } = props;
  return (
    <div className={styles.frame} data-invalid={invalid || undefined}>
      {start}
      <input
        type="text"
        autoComplete="off"
        {...input}
        className={styles.input}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {end}
    </div>
  );
}

type SearchInputProps = Pick<
  ComponentProps<typeof TextInput>,
  'value' | 'onChange' | 'placeholder' | 'autoFocus' | 'end'
> & { readonly label: string };

/** A text field for a search, with its icon at the start. */
export function SearchInput({ placeholder, ...props }: SearchInputProps) {
  return (
    <TextInput
      {...props}
      type="search"
      inputMode="search"
      enterKeyHint="search"
      placeholder={placeholder ?? props.label}
      start={<Icon name="search" size={20} />}
    />
  );
}
