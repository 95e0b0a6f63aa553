import { resolveConfig } from 'vite';
import { afterEach, expect, it, vi } from 'vitest';
import { checkSettings } from '../../scripts/bundle/check-settings.ts';

afterEach(() => vi.unstubAllEnvs());

const configured = (url: string) => {
  vi.stubEnv('VITE_COMPLAINT_URL', url);
  return resolveConfig({ configFile: false, envFile: false, plugins: [checkSettings] }, 'build');
};

it.each(['javascript:alert(1)', 'data:application/json,{}', 'http://example.com/mail', '/mail'])(
  'the address for complaints can’t be %s',
  async (url) => {
    await expect(configured(url)).rejects.toThrow('VITE_COMPLAINT_URL must be an https address');
  },
);

it.each(['', 'https://example.com/mail'])('the address for complaints may be "%s"', async (url) => {
  expect((await configured(url)).env['VITE_COMPLAINT_URL']).toBe(url);
});
