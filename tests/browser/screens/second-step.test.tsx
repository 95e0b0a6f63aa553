import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Factors } from '../../../shared/contract/factors.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { toasts } from '../../../src/components/toast-store.ts';
import { SecuritySection } from '../../../src/screens/Settings/SecuritySection.tsx';
import { SettingsScreen } from '../../../src/screens/Settings/SettingsScreen.tsx';
import { type Answers, askScene } from './ask-scene.tsx';

const TIME = '2026-01-01T00:00:00.000Z';
const SECRET = 'JBSWY3DPEHPK3PXP';
const none: Factors = { totp: false, passkeys: [], recoveryLeft: 0, canPasskey: false };
const both: Factors = { ...none, totp: true, recoveryLeft: 9 };
const needed = (reason?: string) =>
  err(
    refusal(CODE.factorNeeded, 'no', {
      factors: ['totp', 'recovery'],
      ...(reason === undefined ? {} : { reason }),
    }),
  );

const scene = askScene();

const show = (answers: Answers) =>
  scene.show('/mine/system', <SecuritySection onFirstFactor={() => {}} />, answers);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

describe('setting up the authenticator app', () => {
  it('asks for the password, shows the secret, and shows the recovery codes until they are saved', async () => {
    show({
      getFactors: () => ok(none),
      beginTotp: () => ok({ secret: SECRET, url: `otpauth://totp/a?secret=${SECRET}` }),
      confirmTotp: ({ code }) =>
        code === '123456' ? ok({ recoveryCodes: ['abcd-1234', 'efgh-5678'] }) : err(refusal(4010, 'Wrong')),
    });
    await button('Set up').click();
    await field('Password').fill('a password');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(SECRET)).toBeVisible();
    expect(scene.asked('beginTotp')).toEqual([{ password: 'a password' }]);

    await field('Six-digit code').fill('000000');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(field('Six-digit code')).toHaveValue('');

    await field('Six-digit code').fill('１２３ ٤٥6');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('abcd-1234')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('abcd-1234')).toBeVisible();
    await button('I have saved them').click();
    await expect.element(page.getByText('abcd-1234')).not.toBeInTheDocument();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage, at: location.href })).not.toMatch(
      /JBSWY|a password|abcd-1234|123456/,
    );
  });
});

describe('the first factor', () => {
  const device = (id: string, isCurrent: boolean) => ({
    ...{ id, device: `Phone ${id}`, isCurrent, createdAt: TIME, seenAt: TIME },
  });
  const settings = (factors: Factors, ids: readonly string[]) =>
    scene.show('/mine/system', <SettingsScreen />, {
      getFactors: () => ok(factors),
      beginTotp: () => ok({ secret: SECRET, url: `otpauth://totp/a?secret=${SECRET}` }),
      confirmTotp: () => ok({ recoveryCodes: ['abcd-1234'] }),
      renewRecoveryCodes: () => ok({ recoveryCodes: ['new1-new2'] }),
      getSessions: () => ok({ list: ids.map((id) => device(id, id === 'a')) }),
      endSession: () => ok(null),
    });
  const setUp = async () => {
    await button('Set up').click();
    await field('Password').fill('a password');
    await userEvent.keyboard('{Enter}');
    await field('Six-digit code').fill('123456');
    await userEvent.keyboard('{Enter}');
    await button('I have saved them').click();
  };
  const everywhere = () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' });

  it('once its recovery codes are saved, offers to sign out all other devices, which never proved one', async () => {
    settings(none, ['a', 'b', 'c']);
    await setUp();
    await expect
      .element(page.getByText('These devices will be signed out at once: Phone b, Phone c'))
      .toBeVisible();
    await everywhere().click();
    await vi.waitUntil(() => scene.asked('endSession').length === 2);
    expect(scene.asked('endSession')).toEqual([{ id: 'b' }, { id: 'c' }]);
  });

  it('leaves them signed in when the offer is declined', async () => {
    settings(none, ['a', 'b']);
    await setUp();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(everywhere()).not.toBeInTheDocument();
    expect(scene.asked('endSession')).toEqual([]);
  });

  it('offers nothing where no other device is signed in', async () => {
    settings(none, ['a']);
    await setUp();
    await vi.waitUntil(() => scene.asked('getSessions').length === 2);
    expect(everywhere().query()).toBeNull();
  });

  it('offers it alone, not new recovery codes', async () => {
    settings(both, ['a', 'b']);
    await button('New codes').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'New codes' }).click();
    await button('I have saved them').click();
    await expect.element(page.getByText('Phone b')).toBeVisible();
    expect(everywhere().query()).toBeNull();
  });
});

describe('a change that needs the second factor', () => {
  it('asks for it in a sheet, says beside the field what is wrong, and goes on with the proof', async () => {
    show({
      getFactors: () => ok(both),
      removeTotp: ({ factor }) =>
        factor === undefined ? needed() : factor === '123456' ? ok(null) : needed('wrongFactor'),
    });
    await button('Turn off').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect.element(field('Six-digit code')).toHaveFocus();
    await expect.element(field('Six-digit code')).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(field('Six-digit code')).toHaveAttribute('inputmode', 'numeric');
    await field('Six-digit code').fill('000000');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('This code is wrong or was used before');
    await expect.element(field('Six-digit code')).toHaveFocus();
    await field('Six-digit code').fill('123456');
    await userEvent.keyboard('{Enter}');
    await vi.waitUntil(() => scene.asked('removeTotp').length === 3);
    expect(scene.asked('removeTotp')[2]).toEqual({ factorKind: 'totp', factor: '123456' });
    await expect.element(field('Six-digit code')).not.toBeInTheDocument();
  });

  it('takes a recovery code instead', async () => {
    show({
      getFactors: () => ok(both),
      renewRecoveryCodes: ({ factor }) =>
        factor === undefined ? needed() : ok({ recoveryCodes: ['new1-new2'] }),
    });
    await button('New codes').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'New codes' }).click();
    await button('Use a recovery code').click();
    await expect.element(field('Recovery code')).toHaveFocus();
    await field('Recovery code').fill('abcd-1234');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('new1-new2')).toBeVisible();
    expect(scene.asked('renewRecoveryCodes')[1]).toEqual({ factorKind: 'recovery', factor: 'abcd-1234' });
  });

  it('says that codes of the app are locked, and takes a recovery code', async () => {
    const locked = err(refusal(CODE.factorNeeded, 'no', { factors: ['recovery'], reason: 'locked' }));
    show({
      getFactors: () => ok(both),
      removeTotp: ({ factorKind, factor }) =>
        factor === undefined ? needed() : factorKind === 'totp' ? locked : ok(null),
    });
    await button('Turn off').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await button('Use a recovery code').click();
    await button('Use the authenticator app').click();
    await field('Six-digit code').fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^Too many wrong codes: .+ are locked/)).toBeVisible();
    await expect.element(button('Use the authenticator app')).not.toBeInTheDocument();
    await field('Recovery code').fill('abcd-1234');
    await userEvent.keyboard('{Enter}');
    await vi.waitUntil(() => scene.asked('removeTotp').length === 3);
    await expect.element(field('Recovery code')).not.toBeInTheDocument();
  });

  it('changes nothing when the sheet is closed, and says nothing', async () => {
    show({ getFactors: () => ok(both), removeTotp: () => needed() });
    await button('Turn off').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect.element(field('Six-digit code')).toBeVisible();
    await button('Close').click();
    await expect.element(field('Six-digit code')).not.toBeInTheDocument();
    expect(scene.asked('removeTotp')).toHaveLength(1);
    expect(toasts.value.map(({ text }) => text)).toEqual([]);
  });
});
