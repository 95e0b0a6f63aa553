import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LanguageHint } from '../../../src/app/LanguageHint.tsx';
import { language, persistPreferences } from '../../../src/state/preferences.ts';
import { type Rendered, render } from '../components/render.tsx';

const start = location.href;
let view: Rendered | undefined;
beforeAll(persistPreferences);
beforeEach(() => {
  language.value = 'hk';
  for (const key of ['language', 'language-hint']) localStorage.removeItem(`pipstream.${key}`);
  history.replaceState(null, '', '/');
});
afterEach(() => {
  view?.remove();
  language.value = 'en';
  history.replaceState(null, '', start);
});

const offer = () => page.getByRole('button', { name: 'Show this in English' });
const show = async (): Promise<void> => {
  view?.remove();
  view = await render(<LanguageHint />);
};

describe('a first visit in another language than the browser’s', () => {
  it('is offered that language, and takes it with one tap', async () => {
    await show();
    await offer().click();
    expect(language.value).toBe('en');
    expect(localStorage.getItem('pipstream.language')).toBe('en');
    await expect.element(offer()).not.toBeInTheDocument();
  });

  it('dismisses the offer for good', async () => {
    await show();
    await page.getByRole('button').last().click();
    await expect.element(offer()).not.toBeInTheDocument();
    await show();
    await expect.element(offer()).not.toBeInTheDocument();
    expect(language.value).toBe('hk');
  });

  it('meets it on home alone', async () => {
    history.replaceState(null, '', '/rank');
    await show();
    await expect.element(offer()).not.toBeInTheDocument();
  });

  it('does not meet it once a language was chosen', async () => {
    localStorage.setItem('pipstream.language', 'hk');
    await show();
    await expect.element(offer()).not.toBeInTheDocument();
  });
});
