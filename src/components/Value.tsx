import type { ReactNode } from 'react';

/** A price, an amount, a time or a code. Browsers must not translate it: they would keep an old value, or rewrite it. */
export function Value({ children }: { readonly children: ReactNode }) {
  return <span translate="no">{children}</span>;
}

/** `no` for a text that is a value rather than words, for the attribute `translate`: it has digits or is a code. */
export const translateMark = (text: unknown): 'no' | undefined =>
  typeof text === 'string' && /[0-9]|^[A-Z]+\/?[A-Z]+$/.test(text) ? 'no' : undefined;
