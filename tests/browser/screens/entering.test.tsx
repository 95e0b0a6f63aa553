import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { UploadState } from '../../../shared/bridge/worker-api.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { PictureField } from '../../../src/components/form/PictureField.tsx';
import { useForm } from '../../../src/components/form/use-form.ts';
import { ForgotScreen } from '../../../src/screens/Forgot/ForgotScreen.tsx';
import { LoginForm } from '../../../src/screens/Login/LoginForm.tsx';
import { SafeHtml } from '../../../src/screens/NewsDetail/SafeHtml.tsx';
import { useRegister } from '../../../src/screens/Register/use-register.ts';
import { only } from '../components/render.tsx';
import { askScene } from './ask-scene.tsx';
import { alerts, field, fillIn, press, submit } from './form-fields.ts';

const scene = askScene();

/** The registration form as its screen uses it. The screen itself would leave at once, since a user is signed in. */
function Registering({ link }: { readonly link: string }) {
  const { form } = useRegister(link);
  return (
    <form noValidate onSubmit={form.onSubmit}>
      {(['account', 'code', 'password', 'repeated', 'inviteCode'] as const).map((name) => (
        <label key={name}>
          <input
            name={name}
            value={form.values[name]}
            onChange={(event) => form.set(name, event.target.value)}
          />
          <span role="alert">{form.errors[name]}</span>
        </label>
      ))}
      <button type="submit">Go</button>
    </form>
  );
}

describe('registering', () => {
  it('uses the code of a later invitation instead of the typed one', async () => {
    scene.show('/register', <Registering link="" />, { getSetting: () => ok({ key: '', value: 0 }) });
    await fillIn({ account: 'ann@example.com', inviteCode: 'OLD' });
    scene.show('/register', <p>elsewhere</p>, {});
    scene.show('/register', <Registering link="FRIEND42" />, {});
    expect([field('account').value, field('inviteCode').value]).toEqual(['ann@example.com', 'FRIEND42']);
  });

  // spec: 5.2 8.1 8.2
  it("shows the server's errors at their fields and keeps what was typed", async () => {
    scene.show('/register', <Registering link="NOBODY" />, {
      getSetting: () => ok({ key: '', value: 0 }),
      register: () => err(refusal(CODE.badParameter, 'Nobody has this code', { field: 'inviteCode' })),
    });
    await fillIn({
      account: ' ann@example.com',
      code: '123456',
      password: 'a good one',
      repeated: 'a good one',
    });
    await submit();
    await expect.poll(() => field('inviteCode').nextElementSibling?.textContent).not.toBe('');
    expect(document.activeElement).toBe(field('inviteCode'));
    expect(field('password').value).toBe('a good one');
    expect(scene.asked('register')).toEqual([
      {
        channel: 1,
        account: 'ann@example.com',
        password: 'a good one',
        repeated: 'a good one',
        code: '123456',
        inviteCode: 'NOBODY',
      },
    ]);
  });
});

describe('the login form', () => {
  // spec: 2.23 5.1 8.15
  it('shows what is missing at its field', async () => {
    scene.show('/login', <LoginForm search="" />, {});
    expect(alerts()).toEqual([]);
    await submit();
    expect(alerts()).toEqual(['Please enter your e-mail', 'Please enter your password']);
    expect(field('account').getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(field('account'), 'someone@example.com');
    expect(alerts()).toEqual(['Please enter your password']);
  });

  // spec: 5.1 8.15
  it('asks for a number, with the numeric keyboard, when the account is a mobile phone', async () => {
    scene.show('/login', <LoginForm search="" />, {});
    expect([field('account').type, field('account').inputMode]).toEqual(['email', 'email']);
    await press('Mobile');
    expect([field('account').type, field('account').inputMode]).toEqual(['tel', 'tel']);
    await submit();
    expect(alerts()[0]).toBe('Please enter your mobile number');
  });

  it('lets a password manager fill it in, and shows the password when asked', async () => {
    scene.show('/login', <LoginForm search="" />, {});
    expect(field('account').autocomplete).toContain('username');
    expect([field('password').autocomplete, field('password').type]).toEqual([
      'current-password',
      'password',
    ]);
    await userEvent.click(only('button[aria-label="Show password"]'));
    expect(field('password').type).toBe('text');
    await userEvent.click(only('button[aria-label="Hide password"]'));
    expect(field('password').type).toBe('password');
  });
});

describe('logging in', () => {
  // spec: 3.20
  it('restores a typed mobile number as a number, not as an e-mail', async () => {
    scene.show('/login', <LoginForm search="" />, {});
    await press('Mobile');
    await userEvent.fill(field('account'), '61234567');
    scene.show('/register', <p>elsewhere</p>, {});
    scene.show('/login', <LoginForm search="" />, {});
    expect([field('account').type, field('account').value]).toEqual(['tel', '61234567']);
  });
});

it('the likely country of a phone is not looked up again at every key', async () => {
  scene.show('/login', <LoginForm search="" />, {});
  await press('Mobile');
  const locales = vi.spyOn(Intl, 'Locale');
  onTestFinished(() => locales.mockRestore());
  await userEvent.type(field('account'), '612345');
  expect(field('account').value).toBe('612345');
  expect(locales).not.toHaveBeenCalled();
});

it('a contact that was typed is kept while the other kind is typed', async () => {
  scene.show('/login', <LoginForm search="" />, {});
  await press('E-mail');
  await userEvent.fill(field('account'), 'ann@example.com');
  await press('Mobile');
  expect(field('account').value).toBe('');
  await userEvent.fill(field('account'), '61234567');
  await press('E-mail');
  expect(field('account').value).toBe('ann@example.com');
  await press('Mobile');
  expect(field('account').value).toBe('61234567');
});

it('the kind of contact is kept for each form by itself, as the account is', async () => {
  scene.show('/login', <LoginForm search="" />, {});
  await press('Mobile');
  expect(field('account').type).toBe('tel');
  scene.show('/forgot', <ForgotScreen />, {});
  expect(field('account').type).toBe('email');
  scene.show('/login', <LoginForm search="" />, {});
  expect(field('account').type).toBe('tel');
});

describe('a form with a picture', () => {
  let tell: (state: UploadState) => void = () => {};
  const sent: object[] = [];

  function Papers() {
    const form = useForm({
      initial: { name: '', pic: '' },
      check: ({ pic }) => ({ name: undefined, pic: pic === '' ? 'A picture, please' : undefined }),
      async send(values) {
        sent.push(values);
        return undefined;
      },
    });
    return (
      <form noValidate onSubmit={form.onSubmit}>
        <input
          name="name"
          value={form.values.name}
          onChange={(event) => form.set('name', event.target.value)}
        />
        <PictureField
          name="pic"
          label="Picture"
          value={form.values.pic}
          error={form.errors.pic}
          onChange={(url) => form.set('pic', url)}
          upload={(_, next) => {
            tell = next;
            return () => {};
          }}
        />
        <button type="submit">Go</button>
      </form>
    );
  }
  const choose = () =>
    userEvent.upload(only('input[type="file"]'), new File(['x'], 'a.png', { type: 'image/png' }));

  it('keeps what was typed during the upload', async () => {
    sent.length = 0;
    scene.show('/', <Papers />, {});
    await choose();
    await userEvent.fill(field('name'), 'Ann');
    tell({ status: 'done', url: '/files/1' });
    await submit();
    await expect.poll(() => sent).toEqual([{ name: 'Ann', pic: '/files/1' }]);
  });

  // spec: 9.13
  it('does not send the first picture when the upload of the second one failed', async () => {
    sent.length = 0;
    scene.show('/', <Papers />, {});
    await choose();
    tell({ status: 'done', url: '/files/1' });
    await choose();
    tell({ status: 'failed', error: refusal(4000) });
    await submit();
    await expect.poll(() => document.querySelector('[role="alert"]')).not.toBeNull();
    expect(sent).toEqual([]);
  });
});

describe('a text of the operator', () => {
  // spec: 2.28
  it('runs no script, loads nothing from other origins, and opens links in a new tab', async () => {
    const html = [
      '<p onclick="alert(1)">Text</p><script>alert(1)</script><iframe src="https://evil.example"></iframe>',
      '<img src="https://evil.example/a.png"><img src="//evil.example/b.png"><img src="/\\evil.example/c.png">',
      '<img src="/files/ours.png" onerror="alert(1)">',
      '<a href="javascript:alert(1)">bad</a><a href="https://good.example">good</a>',
    ].join('');
    scene.show('/news/detail', <SafeHtml className="body" html={html} />, {});
    const body = only('.body');
    expect([...body.querySelectorAll('img')].map((node) => node.getAttribute('src'))).toEqual([
      '/files/ours.png',
    ]);
    expect(body.innerHTML).not.toMatch(/alert|script|iframe|evil/);
    const [bad, good] = body.querySelectorAll('a');
    expect(bad?.hasAttribute('href')).toBe(false);
    expect([good?.href, good?.target, good?.rel]).toEqual([
      'https://good.example/',
      '_blank',
      'noopener noreferrer nofollow',
    ]);
  });
});
