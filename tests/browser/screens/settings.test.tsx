import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { followAppearance } from '../../../src/app/appearance.ts';
import { Switch } from '../../../src/components/Switch.tsx';
import { showLanguage } from '../../../src/i18n/texts.ts';
import { LanguageScreen } from '../../../src/screens/Language/LanguageScreen.tsx';
import { AppearanceSection } from '../../../src/screens/Settings/AppearanceSection.tsx';
import { TradingSection } from '../../../src/screens/Settings/TradingSection.tsx';
import {
  confirmOrders,
  knowsOneTap,
  language,
  palette,
  persistPreferences,
  theme,
} from '../../../src/state/preferences.ts';
import { only, render } from '../components/render.tsx';

beforeAll(persistPreferences);
beforeEach(() => {
  theme.value = 'system';
  palette.value = 'green-up';
  confirmOrders.value = true;
  language.value = 'en';
  knowsOneTap.value = false;
});

const byText = (selector: string, text: string): Element =>
  [...document.querySelectorAll(selector)].find((node) => node.textContent === text) ?? document.body;
const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);

describe('appearance', () => {
  // spec: 2.39
  it('changes theme and palette of the page at once', async () => {
    followAppearance();
    await render(<AppearanceSection />);
    await userEvent.click(byText('label', 'Light'));
    const light = colour('--surface-0');
    await userEvent.click(byText('label', 'Dark'));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(colour('--surface-0')).not.toBe(light);
    const [up, down] = [colour('--up'), colour('--down')];
    await userEvent.click(byText('label', 'Red up'));
    expect([colour('--up'), colour('--down')]).toEqual([down, up]);
  });

  it('is stored for the next visit', async () => {
    await render(<AppearanceSection />);
    await userEvent.click(byText('label', 'Light'));
    await userEvent.click(byText('label', 'Blue up'));
    expect([localStorage.getItem('pipstream.theme'), localStorage.getItem('pipstream.palette')]).toEqual([
      'light',
      'blue-red',
    ]);
  });
});

describe('one-tap trading', () => {
  const oneTap = (): HTMLInputElement => {
    const [first] = document.querySelectorAll<HTMLInputElement>('[role="switch"]');
    if (first === undefined) throw new Error('no switch');
    return first;
  };

  /** While the question moves into its place a click meets what was there before. */
  const inPlace = () =>
    vi.waitFor(() => expect(document.querySelector('dialog')?.getAnimations()).toEqual([]));

  it('asks for a confirmation before it is switched on', async () => {
    await render(<TradingSection />);
    const toggle = oneTap();
    await userEvent.click(toggle);
    expect([toggle.checked, confirmOrders.value]).toEqual([false, true]);
    await inPlace();
    await userEvent.click(byText('dialog button', 'Turn on'));
    await expect.poll(() => toggle.checked).toBe(true);
    expect(confirmOrders.value).toBe(false);
  });

  it('stays off when the confirmation is cancelled', async () => {
    await render(<TradingSection />);
    await userEvent.click(oneTap());
    await inPlace();
    await userEvent.click(byText('dialog button', 'Cancel'));
    await expect.poll(() => document.querySelector('dialog')).toBeNull();
    expect(confirmOrders.value).toBe(true);
  });
});

describe('a switch', () => {
  afterEach(() => cdp().send('Emulation.setEmulatedMedia', { features: [] }));

  it('shows whether it is on with the colours of the system, too', async () => {
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'forced-colors', value: 'active' }],
    });
    expect(matchMedia('(forced-colors: active)').matches).toBe(true);
    const seen = [];
    for (const on of [false, true]) {
      const view = await render(<Switch label="Sound" checked={on} onChange={() => {}} />);
      const element = only('[role="switch"]', view.host);
      seen.push(await page.screenshot({ element, save: false }));
      view.remove();
    }
    expect(seen[0]).not.toBe(seen[1]);
  });
});

describe('the language', () => {
  // spec: 2.29
  it('is listed by its own name, and the choice is stored', async () => {
    await render(<LanguageScreen />);
    const names = [...document.querySelectorAll('main button')].map((node) => node.textContent);
    expect(names).toEqual(expect.arrayContaining(['繁體中文', 'English']));
    await userEvent.click(byText('main button', '繁體中文'));
    expect(localStorage.getItem('pipstream.language')).toBe('hk');
  });

  // spec: 1.10
  it('changes the texts, the lang of the page and the direction', async () => {
    await render(<LanguageScreen />);
    await showLanguage('hk');
    await expect.poll(() => only('h1').textContent).toBe('語言');
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['zh-HK', 'ltr']);
    await showLanguage('en');
    await expect.poll(() => only('h1').textContent).toBe('Language');
  });
});
