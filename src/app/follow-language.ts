import { effect } from '@preact/signals-react';
import { language } from '../state/preferences.ts';

/** Resolves when the texts of the chosen language are in place; from then on they follow the choice. */
export async function followLanguage(): Promise<void> {
  const { startI18n, switchLanguage } = await import('../i18n/i18n.ts');
  let shown = language.peek();
  await startI18n(shown);
  effect(() => {
    const chosen = language.value;
    if (chosen === shown) return;
    shown = chosen;
    void switchLanguage(chosen);
  });
}
