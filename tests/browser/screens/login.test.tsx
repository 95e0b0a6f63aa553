import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { LoginForm } from '../../../src/screens/Login/LoginForm.tsx';
import { only, render } from '../components/render.tsx';

afterEach(() => {
  sessionStorage.clear();
});

const submit = () => userEvent.click(only('button[type="submit"]'));
const alerts = () => [...document.querySelectorAll('[role="alert"]')].map((node) => node.textContent);
const account = () => only<HTMLInputElement>('input[name="account"]');
const password = () => only<HTMLInputElement>('input[name="password"]');

describe('the login form', () => {
  // spec: 2.23 5.1 8.15
  it('shows what is missing at its field', async () => {
    await render(<LoginForm search="" />);
    expect(alerts()).toEqual([]);
    await submit();
    expect(alerts()).toEqual(['Please enter your e-mail', 'Please enter your password']);
    expect(account().getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(account(), 'someone@example.com');
    expect(alerts()).toEqual(['Please enter your password']);
  });

  // spec: 5.1 8.15
  it('asks for a number, with the numeric keyboard, when the account is a mobile phone', async () => {
    await render(<LoginForm search="" />);
    expect([account().type, account().inputMode]).toEqual(['email', 'email']);
    const mobile = [...document.querySelectorAll('label')].find((node) => node.textContent === 'Mobile');
    await userEvent.click(mobile ?? document.body);
    expect([account().type, account().inputMode]).toEqual(['tel', 'tel']);
    await submit();
    expect(alerts()[0]).toBe('Please enter your mobile number');
  });

  it('lets a password manager fill it in, and shows the password when asked', async () => {
    await render(<LoginForm search="" />);
    expect(account().autocomplete).toContain('username');
    expect([password().autocomplete, password().type]).toEqual(['current-password', 'password']);
    await userEvent.click(only('button[aria-label="Show password"]'));
    expect(password().type).toBe('text');
    await userEvent.click(only('button[aria-label="Hide password"]'));
    expect(password().type).toBe('password');
  });
});
