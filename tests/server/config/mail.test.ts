import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../server/config/config.ts';

const mailOf = (url: string) => {
  const config = parseConfig({ SMTP_URL: url });
  if (!config.ok) throw new Error(config.error);
  const { mail } = config.value;
  return mail && { ...mail, login: mail.login && [mail.login.user, mail.login.password()] };
};

describe('SMTP_URL', () => {
  it.each([
    [
      'smtp://mail.example.com',
      {
        host: 'mail.example.com',
        port: 587,
        secure: false,
        login: undefined,
        from: 'no-reply@mail.example.com',
      },
    ],
    [
      'smtps://me%40example.com:p%40ss%3A@mail.example.com',
      {
        host: 'mail.example.com',
        port: 465,
        secure: true,
        login: ['me@example.com', 'p@ss:'],
        from: 'me@example.com',
      },
    ],
    [
      'smtp://me:pass@[::1]:2525/?from=desk@example.com',
      { host: '::1', port: 2_525, secure: false, login: ['me', 'pass'], from: 'desk@example.com' },
    ],
  ])('%s is parsed', (url, mail) => {
    expect(mailOf(url)).toEqual(mail);
  });

  it('that is empty means no mail server', () => {
    expect(mailOf('')).toBeUndefined();
  });

  it.each([
    'mail.example.com',
    'http://me:hush@mail.example.com',
    'smtp://',
    'smtp://me:hush@',
    'smtp://me:hush@mail.example.com:port',
    'smtp://me:hush@mail.example.com?from=nobody',
    'smtp://me:hush@mail.example.com?from=',
    'smtp://me:hush@mail.example.com?to=a@example.com',
    'smtp://me:hush@mail.example.com/path',
    'smtp://me:hu%sh@mail.example.com',
    'smtp://me:hu#sh@mail.example.com',
  ])('%s stops the start with a sentence that does not repeat it', (url) => {
    const config = parseConfig({ SMTP_URL: url });
    const sentence = config.ok ? '' : config.error;
    expect(sentence).toMatch(/^SMTP_URL must be an address such as [^\n]+\.$/);
    expect(sentence).not.toContain('hush');
  });

  it('hides its password when the settings are printed', () => {
    const config = parseConfig({ SMTP_URL: 'smtp://me:hush@mail.example.com' });
    expect(JSON.stringify(config)).not.toContain('hush');
  });
});
