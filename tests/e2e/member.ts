import { onTestFinished } from 'vitest';
import { type Operator, operatorOf } from '../helpers/operator.ts';
import { latestCodeIn } from '../helpers/people.ts';
import { PASSWORD } from './forms.ts';
import { openPhone, type Phone } from './phone.ts';
import type { Scene, SharedProduct } from './scene.ts';

export interface Member {
  readonly uid: number;
  readonly token: string;
}

/** A real account, registered in the usual way, with money that the operator booked. */
export async function joinAsMember(product: SharedProduct, email: string, usd = 0): Promise<Member> {
  const operator = operatorOf(product.dataDir);
  await post(product, '/api/notify/send_email', { to: email, type: '1' });
  const letters = await operator.rows('outbox', 'list');
  const code = latestCodeIn(letters, email);
  const account = { account: email, password: PASSWORD };
  await post(product, '/api/user/register', {
    ...account,
    type: '1',
    re_password: PASSWORD,
    sms_code: code,
  });
  const member = await logIn(product, { ...account, login_type: '1' });
  if (usd > 0)
    await operator.rows('balance', 'adjust', {
      uid: String(member.uid),
      amount: String(usd),
      memo: 'Opening',
    });
  return member;
}

/** Only those of the user's, of a list that has the rows of all: papers, deposits, withdrawals. */
export const rowsOf = async (
  operator: Operator,
  uid: number | string,
  resource: string,
): Promise<Awaited<ReturnType<Operator['rows']>>> =>
  (await operator.rows(resource, 'list')).filter((row) => String(row.uid) === String(uid));

/** A demo account. */
export async function joinAsDemo(product: SharedProduct): Promise<Member> {
  const made = (await answered(await fetch(`${product.url}/api/user/createAccountDemoForU?t=1`))) as {
    demo_id: string;
  };
  return logIn(product, { demo_id: made.demo_id });
}

/** As if the member had logged in before, and chosen the language. */
export async function handTo(
  { context }: Pick<Phone, 'context'>,
  { token }: Member,
  language = 'en',
): Promise<void> {
  await context.addInitScript(
    ([kept, language]) => {
      localStorage.setItem('pipstream.language', language);
      // Only once: a token that the page has dropped must not return.
      if (sessionStorage.getItem('handed') !== null) return;
      sessionStorage.setItem('handed', 'yes');
      localStorage.setItem('pipstream.token', kept);
    },
    [token, language] as const,
  );
}

type Place = Pick<Scene, 'browser' | 'product'>;

/** An English phone on which a demo account is logged in. */
export async function demoPhone({ browser, product }: Place, serviceWorkers?: 'allow' | 'block') {
  const phone = await openPhone(browser, product.url, serviceWorkers);
  const member = await joinAsDemo(product);
  await handTo(phone, member);
  return { ...phone, member };
}

/** The same for a new member with this much money. */
export async function memberPhone({ browser, product }: Place, email: string, usd = 0) {
  const phone = await openPhone(browser, product.url);
  const member = await joinAsMember(product, email, usd);
  await handTo(phone, member);
  return { ...phone, member };
}

/** A computer on which a demo account is logged in: no touch, a mouse. */
export async function openComputer(
  { browser, product }: Place,
  width: number,
  height = 800,
  language = 'en',
) {
  const context = await browser.newContext({ viewport: { width, height }, baseURL: product.url });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(90_000);
  const member = await joinAsDemo(product);
  await handTo({ context }, member, language);
  return { context, page: await context.newPage(), member };
}

async function logIn(product: SharedProduct, fields: Readonly<Record<string, string>>): Promise<Member> {
  const { token, user } = (await post(product, '/api/user/loginForU', fields)) as {
    token: string;
    user: { uid: number };
  };
  return { uid: user.uid, token };
}

const post = async ({ url }: SharedProduct, path: string, fields: Readonly<Record<string, string>>) =>
  answered(await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) }));

async function answered(response: Response): Promise<unknown> {
  const { code, data } = (await response.json()) as { code: number; data: unknown };
  if (code !== 1) throw new Error(`${response.url} answered ${code}`);
  return data;
}
