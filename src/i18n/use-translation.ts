import { useSyncExternalStore } from 'react';
import type first from './locales/en.first.json';
import type later from './locales/en.later.json';
import type { TextValues } from './translator.ts';

/*
 * Gives components the texts of the current language. Some twenty lines in place of a package that would pull i18next
 * into the first chunk and costs several hooks for each row of a list.
 */

type KeyIn<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${KeyIn<T[K]>}`;
}[keyof T & string];

/** The plural forms of a text, `_one` and `_other` in English, share one key. */
type WithoutPlural<K> = K extends `${infer Key}_one` ? Key : K extends `${infer Key}_other` ? Key : K;

/** The key of a text: its path in the locale files, such as `order.close_all`. */
export type TextKey = KeyIn<typeof first> | KeyIn<typeof later>;

/** Gives the text of a key in the reader's language, with its placeholders filled from `values`. */
export type Translate = (key: TextKey, values?: TextValues) => string;

let current: Translate | undefined;
const listeners = new Set<() => void>();

/** Renders all components that show texts again, with those of another language. */
export function publishTranslator(translate: Translate): void {
  current = translate;
  for (const listener of listeners) listener();
}

/** `t(key, { name: value })` is a new function for each language. */
export function useTranslation(): { readonly t: Translate } {
  return { t: useSyncExternalStore(subscribe, currentTranslate) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function currentTranslate(): Translate {
  if (current === undefined) throw new Error('texts were asked for before they were loaded');
  return current;
}
