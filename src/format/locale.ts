let locale = 'zh-HK';
const listeners = new Set<() => void>();

export function setFormatLocale(next: string): void {
  locale = next;
  for (const listener of listeners) listener();
}

/** A value made from the locale and kept until the locale changes: `Intl` formatters are dear to make. */
export function cachedByLocale<T>(make: (locale: string) => T): () => T {
  let made: { readonly value: T } | undefined;
  listeners.add(() => {
    made = undefined;
  });
  return () => {
    made ??= { value: make(locale) };
    return made.value;
  };
}
