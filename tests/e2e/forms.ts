import type { Locator, Page } from 'playwright';
import type { Operator } from '../helpers/operator.ts';
import { latestCodeIn } from '../helpers/people.ts';

export const PASSWORD = 'quiet harbour 7';

export const field = (page: Page, name: string): Locator => page.locator(`input[name="${name}"]`);
export const submit = (page: Page): Promise<void> => page.locator('button[type="submit"]').tap();
export const errors = (page: Page): Promise<string[]> =>
  page.locator('form [role="alert"]').allTextContents();

/** Chooses one of a few options side by side. */
export const choose = (inside: Page | Locator, name: string): Promise<void> =>
  inside
    .locator('label:has(input[type="radio"])')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .tap();

/** The latest code that was sent to a contact. */
export async function codeFor(operator: Operator, address: string): Promise<string> {
  const letters = await operator.rows('outbox', 'list');
  return latestCodeIn(letters, address);
}

export async function sendCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).tap();
  await page.getByText('The code has been sent.').waitFor();
}

export async function register(page: Page, operator: Operator, address: string, query = ''): Promise<void> {
  await page.goto(`/register${query}`);
  await field(page, 'account').fill(address);
  await sendCode(page);
  await field(page, 'code').fill(await codeFor(operator, address));
  await fillPasswords(page);
  await submit(page);
  await page.waitForURL((to) => to.pathname !== '/register');
}

export async function fillPasswords(page: Page, password = PASSWORD): Promise<void> {
  await field(page, 'password').fill(password);
  await field(page, 'repeated').fill(password);
}

export async function fillLogin(page: Page, address: string, password: string): Promise<void> {
  await field(page, 'account').fill(address);
  await field(page, 'password').fill(password);
  await submit(page);
}

/** Chooses a picture as on a phone, and waits for the end of its upload. */
export async function choosePicture(page: Page, name: string): Promise<void> {
  const answered = page.waitForResponse('**/api/common/image_upload');
  await field(page, name).setInputFiles(await picture(page));
  await answered;
  await page.locator('progress').waitFor({ state: 'detached' });
}

export async function picture(page: Page) {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 400;
    canvas.getContext('2d')?.fillText('PASSPORT', 100, 100);
    return canvas.toDataURL('image/png');
  });
  return {
    name: 'passport.png',
    mimeType: 'image/png',
    buffer: Buffer.from(data.split(',')[1] ?? '', 'base64'),
  };
}

/** On a screen with that button. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).tap();
  await page.waitForURL((to) => to.pathname === '/');
}
