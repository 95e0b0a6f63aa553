import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';
import { TextInput } from './TextInput.tsx';

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
