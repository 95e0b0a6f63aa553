import { signal } from '@preact/signals-react';

/** A signal, so that an effect which has written a number or a date writes it anew in the language that is chosen. */
const locale = signal('zh-HK');

export function setFormatLocale(next: string): void {
  locale.value = next;
}

export const formatLocale = (): string => locale.value;

/** A value made from the locale and kept until the locale changes: `Intl` formatters are dear to make. */
export function cachedByLocale<T>(make: (locale: string) => T): () => T {
  let made: { readonly locale: string; readonly value: T } | undefined;
  return () => {
    const now = locale.value;
    if (made?.locale !== now) made = { locale: now, value: make(now) };
    return made.value;
  };
}
