import type { ComponentProps } from 'react';
import type { NumberTerms } from '../../format/read-number.ts';
import { FormField } from './FormField.tsx';
import { useTypedNumber } from './use-typed-number.tsx';

interface NumberFieldProps
  extends Omit<ComponentProps<typeof FormField>, 'inputMode' | 'answers' | 'onBlur'> {
  readonly terms: NumberTerms;
}

/** A field for a number. Its value is a plain decimal, or a text that no parser takes. */
export function NumberField({ terms, value, onChange, error, ...field }: NumberFieldProps) {
  const number = useTypedNumber({ value, onChange, error, terms: () => terms });
  return (
    <FormField
      {...field}
      inputMode="decimal"
      value={number.textOf(value)}
      onChange={number.onType}
      onBlur={number.onBlur}
      error={number.error}
      answers={number.answers}
    />
  );
}
