import { signal } from '@preact/signals-react';

/** A signal, so that effects which write numbers or dates run again when the language changes. */
const locale = signal('zh-HK');

export function setFormatLocale(next: string): void {
  locale.value = next;
}

export const formatLocale = (): string => locale.value;

/** Caches a value until the locale changes: `Intl` formatters are expensive to create. */
export function cachedByLocale<T>(make: (locale: string) => T): () => T {
  let made: { readonly locale: string; readonly value: T } | undefined;
  return () => {
    const now = locale.value;
    if (made?.locale !== now) made = { locale: now, value: make(now) };
    return made.value;
  };
}
