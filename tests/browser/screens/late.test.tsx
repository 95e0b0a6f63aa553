import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { CODE } from '../../../shared/contract/codes.ts';
import { err, ok, type Result, refusal } from '../../../shared/result.ts';
import { toasts } from '../../../src/components/toast-store.ts';
import { ForgotScreen } from '../../../src/screens/Forgot/ForgotScreen.tsx';
import { LoginScreen } from '../../../src/screens/Login/LoginScreen.tsx';
import { PasswordScreen } from '../../../src/screens/Password/PasswordScreen.tsx';
import { Invitation } from '../../../src/screens/shared/Invitation.tsx';
import * as script from '../scripted/script.ts';
import { askScene, SIGNED_IN_USER } from './ask-scene.tsx';
import { fillIn, submit } from './form-fields.ts';

/* Answers that come when the user has left for another screen: they lead nowhere. */

const scene = askScene();

const leave = () => history.pushState(null, '', '/news');

it.each([
  ['a new password that was forgotten', '/forgot', <ForgotScreen key="forgot" />, 'forgetPassword'],
  ['a changed password', '/mine/password', <PasswordScreen key="password" />, 'amendPassword'],
] as const)('%s', async (_, path, screen, name) => {
  let arrive = (_: Result<null>): void => {};
  const answer = () =>
    new Promise<Result<null>>((resolve) => {
      arrive = resolve;
    });
  scene.show(path, screen, { [name]: answer });
  const known =
    name === 'forgetPassword' ? { account: 'a new one', code: 'a new one' } : { proof: 'a new one' };
  await fillIn({ ...known, password: 'a new one', repeated: 'a new one' });
  await submit();
  await vi.waitFor(() => expect(scene.asked(name)).toHaveLength(1));
  leave();
  arrive(ok(null));
  await vi.waitFor(() => expect(toasts.value).toHaveLength(1));
  expect(location.pathname).toBe('/news');
});

it.each([
  ['the login', '/login', <LoginScreen key="login" />, ok(SIGNED_IN_USER)],
  ['the invitation', '/', <Invitation key="invitation" />, err(refusal(CODE.tooMany, 'Later'))],
])('a demo account asked for on %s', async (_, path, screen, result) => {
  await script.signOut('start');
  scene.show(path, screen, {});
  const start = [...document.querySelectorAll('button')].find(({ textContent }) =>
    /demo account/.test(textContent),
  );
  await userEvent.click(start ?? document.body);
  const call = await script.nextOf('signInDemo');
  leave();
  call.answer(result);
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
  expect(location.pathname).toBe('/news');
});
