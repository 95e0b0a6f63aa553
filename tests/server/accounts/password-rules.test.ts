import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../../server/accounts/password.ts';
import { passwordFault } from '../../../server/accounts/password-rules.ts';
import { systemRandom } from '../../../server/random.ts';
import { PHONE } from '../../helpers/people.ts';

describe('a new password', () => {
  it.each(['correct horse battery', 'пароль-и-кошка', '🐎🔋🐎🔋📎🐎🔋✨', 'mürrische Katze', 'xk7#Qz9!'])(
    '%j is accepted',
    (password) => {
      expect(passwordFault(password, [])).toBeUndefined();
    },
  );

  it('has at least eight characters, of any number of bytes', () => {
    expect(passwordFault('🐎🔋🐎🔋📎🐎🔋', [])).toBe('short');
    expect(passwordFault('xk7#Qz9', [])).toBe('short');
  });

  it('has at most 1,024 bytes', () => {
    const long = 'correct horse '.repeat(80);
    expect(passwordFault(long.slice(0, 1_024), [])).toBeUndefined();
    expect(passwordFault(long.slice(0, 1_025), [])).toBe('long');
    expect(passwordFault(`${'é'.repeat(510)}correct`, [])).toBe('long');
  });

  it.each([
    ' '.repeat(8),
    '\u2003'.repeat(20),
    '\u2800'.repeat(8),
    'a       ',
    'a      a',
    'aaaa aaaa',
    'aaaabbbb',
    'abbabaab',
    '🐎🐎🐎🐎🐎🐎🐎🐎',
  ])('%j is refused as easy to guess: it has less than three different characters', (password) => {
    expect(passwordFault(password, [])).toBe('common');
  });

  it('needs its eight characters without the blanks at its ends', () => {
    expect(passwordFault('  xk7#Qz9 ', [])).toBe('short');
    expect(passwordFault('xk7 #Qz9', [])).toBeUndefined();
  });

  it.each([
    'password',
    'Password',
    'P@ssw0rd',
    'p@55w0rd',
    'Password123!',
    'password2026!',
    '123password',
    'PasswordPassword',
    '12345678',
    '1234567890',
    '87654321',
    'aaaaaaaa',
    'abababab',
    '12341234',
    'qwertyui',
    'Qwerty123',
    '1q2w3e4r',
    '1QAZ2wsx',
    'iloveyou',
    'letmein!!',
    'ｐａｓｓｗｏｒｄ',
    'pass word',
    'Dragon2025',
    'Pipstream1',
    'bitcoin888',
    'forextrader',
  ])('%j is refused as too common', (password) => {
    expect(passwordFault(password, [])).toBe('common');
  });

  it.each(['Samantha.Lee@Example.com', 'Samantha.Lee', '+85261234567', '85261234567', '61234567'])(
    '%j is refused as the name of the account',
    (password) => {
      const owner = [{ kind: 'email' as const, value: 'samantha.lee@example.com' }, PHONE];
      expect(passwordFault(password, owner)).toBe('account');
      expect(passwordFault(`${password} and more`, owner)).toBeUndefined();
    },
  );
});

describe('a stored password', () => {
  /** The real hash with a 64th of its work. */
  const passwords = createPasswords(systemRandom, 9);

  it('is compared to its end: two of 100 characters that begin with the same 72 bytes differ', async () => {
    const stored = await passwords.hash(`${'p'.repeat(99)}1`);
    expect(await passwords.verify(`${'p'.repeat(99)}1`, stored)).toBe(true);
    expect(await passwords.verify(`${'p'.repeat(99)}2`, stored)).toBe(false);
  });

  it('has the recommended cost', async () => {
    expect(await createPasswords(systemRandom).hash('correct horse')).toMatch(/^scrypt\$15\$8\$3\$/);
  });

  it('is salted, and does not contain the password', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('correct horse'),
      passwords.hash('correct horse'),
    ]);
    expect(one).not.toBe(other);
    expect(one).not.toContain('correct');
  });

  it('is compared in one normal form', async () => {
    const stored = await passwords.hash('cafe\u0301 au lait');
    expect(await passwords.verify('café au lait', stored)).toBe(true);
  });

  it('is checked for each asker in turn, however many others wait', async () => {
    const stored = await passwords.hash('correct horse');
    const answered: string[] = [];
    const check = async (who: string) => {
      const isRight = await passwords.verify('correct horse', stored, { who });
      answered.push(who);
      return isRight;
    };
    const flood = Array.from({ length: 300 }, () => check('flood'));
    expect(await check('customer')).toBe(true);
    expect(answered.length).toBeLessThan(12);
    await Promise.all(flood);
  });

  it('is not compared once its asker has left', async () => {
    const stored = await passwords.hash('correct horse');
    const isWaiting = () => false;
    expect(await passwords.verify('correct horse', stored, { who: 'gone', isWaiting })).toBeUndefined();
  });

  it('without an account matches nothing, and takes as long to verify', async () => {
    const slow = createPasswords(systemRandom, 13);
    const stored = await slow.hash('correct horse');
    const timed = async (kept: string | undefined) => {
      const start = performance.now();
      for (let i = 0; i < 3; i++) expect(await slow.verify('wrong', kept)).toBe(false);
      return performance.now() - start;
    };
    const [somebody, nobody] = [await timed(stored), await timed(undefined)];
    // Without a hash it would be a hundred times faster, even on a busy machine.
    expect(nobody).toBeGreaterThan(somebody / 20);
  });
});
