import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { CODE } from '../../../shared/contract/codes.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { toasts } from '../../../src/components/toast-store.ts';
import { ForgotScreen } from '../../../src/screens/Forgot/ForgotScreen.tsx';
import { PasswordScreen } from '../../../src/screens/Password/PasswordScreen.tsx';
import { askScene } from './ask-scene.tsx';
import { alerts, field, press } from './form-fields.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const NEEDED = 'Type the characters in the picture, then send the code again.';
const WRONG = 'These were not the characters. Please type those of the new picture.';

const scene = askScene();

const input = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
const picture = () => document.querySelector<HTMLImageElement>('form img');
/** An exchange that sends a code only with a captcha whose answer is GOOD. Captchas are `c1`, `c2`, … */
function strict() {
  let made = 0;
  return {
    getCaptcha: () => ok({ id: `c${++made}`, image: `${PIXEL}#${made}` }),
    sendEmailCode: ({ captchaId, captcha }: { readonly captchaId?: string; readonly captcha?: string }) => {
      if (captchaId === undefined)
        return err(refusal(CODE.badParameter, 'Not valid', { field: 'captchaId' }));
      return captcha === 'GOOD' ? ok(null) : err(refusal(CODE.wrongCredentials, 'Wrong password'));
    },
  };
}

describe('a code that is not sent without a captcha', () => {
  it('shows the picture with its field, which says what to do and has the focus', async () => {
    scene.show('/forgot', <ForgotScreen />, strict());
    expect(input('captcha')).toBeNull();
    await userEvent.fill(field('account'), 'ann@example.com');
    await press('Send code');
    await expect.poll(alerts).toEqual([NEEDED]);
    await expect.poll(() => picture()?.src).toContain('#1');
    expect(document.activeElement).toBe(field('captcha'));
    expect(toasts.value).toEqual([]);
    expect(field('account').value).toBe('ann@example.com');
  });

  it('is not asked for again before something is typed', async () => {
    scene.show('/forgot', <ForgotScreen />, strict());
    await userEvent.fill(field('account'), 'ann@example.com');
    await press('Send code');
    await expect.poll(alerts).toEqual([NEEDED]);
    await userEvent.click(field('account'));
    await press('Send code');
    await expect.poll(() => document.activeElement).toBe(field('captcha'));
    expect(scene.asked('sendEmailCode')).toHaveLength(1);
  });

  it('after wrong characters shows another picture and an empty field, and after right ones the field goes', async () => {
    scene.show('/forgot', <ForgotScreen />, strict());
    await userEvent.fill(field('account'), 'ann@example.com');
    await press('Send code');
    await expect.poll(() => picture()?.src).toContain('#1');
    await userEvent.fill(field('captcha'), ' BAD ');
    expect(alerts()).toEqual([]);
    await press('Send code');
    await expect.poll(alerts).toEqual([WRONG]);
    await expect.poll(() => picture()?.src).toContain('#2');
    expect(field('captcha').value).toBe('');
    expect(document.activeElement).toBe(field('captcha'));
    await userEvent.fill(field('captcha'), 'GOOD');
    await press('Send code');
    await expect.poll(() => input('captcha')).toBeNull();
    expect(toasts.value.map(({ text }) => text)).toEqual(['The code has been sent.']);
    expect(scene.asked('sendEmailCode')).toEqual([
      { to: 'ann@example.com', purpose: 2 },
      { to: 'ann@example.com', purpose: 2, captchaId: 'c1', captcha: 'BAD' },
      { to: 'ann@example.com', purpose: 2, captchaId: 'c2', captcha: 'GOOD' },
    ]);
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/GOOD|BAD/);
  });

  it('is sent with one from the screen of a new password too', async () => {
    scene.show('/mine/password', <PasswordScreen />, strict());
    await press('Code');
    await press('Send code');
    await expect.poll(() => picture()?.src).toContain('#1');
    await userEvent.fill(field('captcha'), 'GOOD');
    await press('Send code');
    await expect
      .poll(() => scene.asked('sendEmailCode').at(-1))
      .toMatchObject({ captchaId: 'c1', captcha: 'GOOD' });
  });
});
