import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { loadLaterTexts, showLanguage } from '../../../src/i18n/texts.ts';
import { type Translate, useTranslation } from '../../../src/i18n/use-translation.ts';

let renders = 0;
let spoken: Translate | undefined;
function Speaker() {
  const { t } = useTranslation();
  renders++;
  spoken = t;
  return <p>{t('home.title')}</p>;
}

const host = document.createElement('div');
document.body.append(host);
const root = createRoot(host);
const said = (): string | null => host.textContent;
afterEach(() => {
  root.render(null);
});

it('the first texts work without the later ones, whose arrival re-renders nothing', async () => {
  await showLanguage('de');
  flushSync(() => root.render(<Speaker />));
  expect([said(), renders]).toEqual(['Kurse', 1]);
  expect(() => spoken?.('settings.title')).toThrow('settings.title');

  await loadLaterTexts();
  expect(spoken?.('settings.title')).toBe('Einstellungen');
  expect(spoken?.('trade.order_confirm')).not.toBe('trade.order_confirm');
  expect([said(), renders]).toEqual(['Kurse', 1]);
});

it('another language loads both files, and of two quick choices the later one wins', async () => {
  await showLanguage('en');
  flushSync(() => root.render(<Speaker />));
  await loadLaterTexts();
  await showLanguage('hk');
  await expect.poll(said).toBe('行情');
  expect(spoken?.('settings.title')).toBe('設定');
  // English is loaded already, Arabic has yet to be fetched.
  await Promise.all([showLanguage('ar'), showLanguage('en')]);
  await expect.poll(said).toBe('Quotes');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en-US', 'ltr']);
});
