import { effect } from '@preact/signals-react';
import { listFolded, palette, theme } from '../state/preferences.ts';

/** Applies theme, palette and whether the list is folded to `<html>`; follows the system's theme while "system" is chosen. */
export function followAppearance(): void {
  const systemLight = matchMedia('(prefers-color-scheme: light)');
  const apply = (): void => {
    const chosen = theme.value;
    const { dataset } = document.documentElement;
    document.documentElement.toggleAttribute('data-folded', listFolded.value);
    dataset['theme'] = chosen === 'system' ? (systemLight.matches ? 'light' : 'dark') : chosen;
    dataset['palette'] = palette.value;
    const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface-0').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', surface);
  };
  effect(apply);
  systemLight.addEventListener('change', apply);
}
