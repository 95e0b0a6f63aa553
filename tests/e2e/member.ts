import { runOps } from '../helpers/ops.ts';
import type { Product } from '../helpers/product.ts';
import type { Phone } from './phone.ts';

const PASSWORD = 'correct horse battery';

export interface Member {
  readonly uid: number;
  readonly token: string;
}

/** A real account by the way that everybody goes, with money that the operator booked. */
export async function joinAsMember({ url, dataDir }: Product, email: string, usd: number): Promise<Member> {
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    const answer = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) });
    const { code, data } = (await answer.json()) as { code: number; data: unknown };
    if (code !== 1) throw new Error(`${path} answered ${code}`);
    return data;
  };
  await post('/api/notify/send_email', { to: email, type: '1' });
  const { out } = await runOps(dataDir, 'outbox', 'list', '--json');
  const letters = JSON.parse(out) as readonly { readonly to: string; readonly text: string }[];
  const code = /[0-9]{6}/.exec(letters.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
  const account = { account: email, password: PASSWORD };
  await post('/api/user/register', { ...account, type: '1', re_password: PASSWORD, sms_code: code });
  const { token, user } = (await post('/api/user/loginForU', { ...account, login_type: '1' })) as {
    token: string;
    user: { uid: number };
  };
  await runOps(dataDir, 'balance', 'adjust', String(user.uid), String(usd), 'Opening');
  return { uid: user.uid, token };
}

/** Opens the phone as one on which the member logged in before, in English. */
export async function handTo({ context }: Phone, { token }: Member): Promise<void> {
  await context.addInitScript((kept) => {
    localStorage.setItem('pipstream.language', 'en');
    localStorage.setItem('pipstream.token', kept);
  }, token);
}
