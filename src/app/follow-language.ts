import { effect } from '@preact/signals-react';
import { showLanguage } from '../i18n/texts.ts';
import { language } from '../state/preferences.ts';

/** Resolves when the texts of the chosen language are in place; from then on they follow the choice. */
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
