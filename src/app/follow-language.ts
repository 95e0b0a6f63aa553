import { effect } from '@preact/signals-react';
import { showLanguage } from '../i18n/texts.ts';
import { language } from '../state/preferences.ts';

/** Loads the texts of the chosen language and follows later choices. Resolves when the first texts are loaded. */
export async function followLanguage(): Promise<void> {
  let shown = language.peek();
  await showLanguage(shown);
  effect(() => {
    const chosen = language.value;
    if (chosen === shown) return;
    shown = chosen;
    void showLanguage(chosen);
  });
}
