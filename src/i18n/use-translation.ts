import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';

/*
 * What components see of i18next: the function that gives the text of a key, new with each language. Some twenty lines
 * in place of a package that would pull i18next into the first chunk and costs several hooks a list row.
 */

let current: TFunction | undefined;
const listeners = new Set<() => void>();

/** Hands the texts of a language to all components; they render anew. */
export function publishTexts(t: TFunction): void {
  current = t;
  for (const listener of listeners) listener();
}

/** `t(key, { gap: value })`: the text in the reader's language. */
export function useTranslation(): { readonly t: TFunction } {
  return { t: useSyncExternalStore(subscribe, texts) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function texts(): TFunction {
  if (current === undefined) throw new Error('texts were asked for before they were loaded');
  return current;
}
