import { effect } from '@preact/signals-react';
import { DEFAULT_LANGUAGE } from '../../shared/contract/language.ts';
import { showLanguage } from '../i18n/texts.ts';
import { language } from '../state/preferences.ts';

/**
 * Loads the texts of the chosen language and follows later choices. Resolves when the first texts are loaded: without a
 * network those of the default language, which are on the device, if the others are not.
 */
export async function followLanguage(): Promise<void> {
  let shown = language.peek();
  await showLanguage(shown).catch(() => {
    addEventListener('online', () => void showLanguage(language.peek()).catch(() => {}), { once: true });
    return showLanguage(DEFAULT_LANGUAGE);
  });
  effect(() => {
    const chosen = language.value;
    if (chosen === shown) return;
    const before = shown;
    shown = chosen;
    // What cannot be loaded is not the choice either.
    showLanguage(chosen).catch(() => {
      if (language.peek() !== chosen) return;
      shown = before;
      language.value = before;
      // Once only: without a network it may fail as well, and the texts on the screen stay.
      showLanguage(before).catch(() => {});
    });
  });
}
