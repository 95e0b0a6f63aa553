import type { ComponentProps, HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './TextInput.module.css';

interface TextInputProps {
  readonly id?: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'search' | undefined;
  readonly inputMode?: 'text' | 'email' | 'tel' | 'decimal' | 'numeric' | 'search' | undefined;
  readonly enterKeyHint?: 'done' | 'go' | 'next' | 'search' | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  readonly name?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Before and after the text, inside the frame. */
  readonly start?: ReactNode;
  readonly end?: ReactNode;
}

export function TextInput(props: TextInputProps) {
  const { type = 'text', invalid = false } = props;
  return (
    <div className={styles.frame} data-invalid={invalid || undefined}>
      {props.start}
      <input
        className={styles.input}
        id={props.id}
        type={type}
        name={props.name}
        value={props.value}
        placeholder={props.placeholder}
        inputMode={props.inputMode}
        enterKeyHint={props.enterKeyHint}
        autoComplete={props.autoComplete ?? 'off'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={invalid || undefined}
        // biome-ignore lint/a11y/noAutofocus: only screens with a single input ask for it
        autoFocus={props.autoFocus}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {props.end}
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
