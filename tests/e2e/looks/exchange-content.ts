import { LANGUAGES } from '../../../shared/contract/language.ts';
import { oneTimeCode } from '../../helpers/one-time.ts';
import { type Operator, operatorOf } from '../../helpers/operator.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { latestCodeIn } from '../../helpers/people.ts';
import type { Product } from '../../helpers/product.ts';
import { instrumentNamed } from '../phone.ts';
import { type Ask, caller, type Fields } from './ask.ts';
import { pay } from './payments.ts';

const EMAIL = 'maximiliana.featherstonehaugh@example.com';
export const PASSWORD = 'correct horse battery';

export interface Careful {
  readonly token: string;
  /** Of its authenticator app. */
  readonly secret: string;
}

/** One exchange with content for every screen. */
export interface Content {
  /** Tokens of a member with money, orders, papers and letters, and of a new demo account. */
  readonly member: string;
  readonly demo: string;
  /** An account for each walk, with an authenticator app, and with a payout address that is held and one not confirmed. */
  readonly careful: readonly Careful[];
  /** Ids of a news item, and of an instrument whose market is always open. */
  readonly newsId: number;
  readonly instrumentId: number;
  /** Names of instruments, people and news: data, not texts of ours. */
  readonly names: readonly string[];
}

/** @param walks how many at once */
export async function addContent({ url, dataDir }: Product, walks: number): Promise<Content> {
  const operator = operatorOf(dataDir);
  const ask = caller(url);
  const newsId = await publish(operator);
  const { token, uid } = await join(ask, operator, EMAIL);
  const careful: Careful[] = [];
  while (careful.length < walks)
    careful.push(await secure(url, operator, `careful-${careful.length}@example.com`));
  const asMember = caller(url, { authorization: token });
  const instrumentId = await trade(url, asMember);
  await pay(url, token, asMember, operator);
  await asMember('POST', '/api/chat/send', {
    text: 'When will my deposit be on the balance?',
    cid: 'looks-chat-1',
  });
  await operator.rows('chat', 'answer', { uid, text: 'Within the hour: https://pipstream.example/deposits' });
  const { demo_id } = await ask('GET', '/api/user/createAccountDemoForU');
  const demo = await ask('POST', '/api/user/loginForU', { demo_id });
  const names = ['Pipstream', '[Píípšštrééáám]', EMAIL, ...(await namesOf(url))];
  return { member: token, demo: demo.token, careful, newsId, instrumentId, names };
}

const NEWS = {
  title: 'Central banks hold their rates, and the market takes a long breath before the minutes',
  desc: 'What the minutes of the meeting say about the rest of the year, in two or three sentences.',
};

/** Names of instruments and news, in all languages of the exchange. */
async function namesOf(url: string): Promise<string[]> {
  const names: string[] = [];
  for (const language of LANGUAGES) {
    const instruments = await caller(url, { lang: language })('GET', '/v1/api/forex/trade_list');
    for (const { ShowCode, Name } of instruments.list) names.push(ShowCode, Name);
    for (const category_id of [1, 2]) {
      const { list } = await caller(url, { lang: language })('GET', '/api/news/list', {
        category_id,
        page: 1,
      });
      for (const { title, desc } of list) names.push(title, desc);
    }
  }
  return names;
}

async function publish(operator: Operator): Promise<number> {
  const text = {
    language: 'en',
    ...NEWS,
    content: `<p>Gold at <b>2,400.50</b>.</p><ul><li>Rates unchanged</li></ul><p>${'Longword'.repeat(12)}</p>`,
    logo: 'chart',
  };
  const [item] = await operator.rows('news', 'add', text);
  await operator.rows('news', 'publish', { id: String(item?.id) });
  const [notice] = await operator.rows('announcements', 'add', { ...text, logo: 'horn' });
  await operator.rows('announcements', 'publish', { id: String(notice?.id) });
  return Number(item?.id);
}

async function join(ask: Ask, operator: Operator, email: string) {
  await ask('POST', '/api/notify/send_email', { to: email, type: 1 });
  const code = await latestCode(operator, email);
  const account = { account: email, password: PASSWORD };
  await ask('POST', '/api/user/register', { ...account, type: 1, re_password: PASSWORD, sms_code: code });
  // Also signed in on another device: the settings list both.
  await ask('POST', '/api/user/loginForU', { ...account, login_type: 1 });
  const { token, user } = await ask('POST', '/api/user/loginForU', { ...account, login_type: 1 });
  const uid = String(user.uid);
  await operator.rows('balance', 'adjust', { uid, amount: '1234567.89', memo: 'Opening' });
  return { token: token as string, uid };
}

async function secure(url: string, operator: Operator, email: string): Promise<Careful> {
  const { token, uid } = await join(caller(url), operator, email);
  const ask = caller(url, { authorization: token });
  // The account's first code is younger than a minute.
  await operator.rows('users', 'unlock', { id: uid });
  const { list } = await ask('GET', '/api/account/draw_symbol_list', { type: 1 });
  const bind = (dc_address: string) =>
    ask('POST', '/api/wallet/bind_draw_method', { type: 1, draw_id: list[0].id, dc_address });
  const held = await bind(tronAddress(1));
  const auth_code = await latestCode(operator, email);
  await ask('POST', '/api/wallet/confirm_draw_method', { id: held.id, auth_code });
  await bind(tronAddress(2));
  const { secret } = await ask('POST', '/api/user/totp_begin', { password: PASSWORD });
  // The walk has the next code. The 30 s of a code may end on the way.
  const confirm = () => ask('POST', '/api/user/totp_confirm', { code: oneTimeCode(secret, -1) });
  await confirm().catch(confirm);
  return { token, secret };
}

async function latestCode(operator: Operator, email: string): Promise<string> {
  return latestCodeIn(await operator.rows('outbox', 'list'), email);
}

/** Crypto: its market is always open. */
async function trade(url: string, ask: Ask): Promise<number> {
  const { Id, HasForexMultiple, ForexQuotations } = await instrumentNamed(url, 'BTCUSD');
  const multiple = HasForexMultiple[0]?.Value ?? 1;
  const submit = (cid: string, fields: Fields) =>
    ask('GET', '/v1/api/forex/submit', { forex_id: Id, multiple, cont: 0.1, status: 1, cid, ...fields });
  const far = (part: number) => Math.round(ForexQuotations.Close * part);
  const stops = { stop_loss_price: far(0.5), target_profit_price: far(1.5) };
  await submit('looks-order-1', { type: 1, ...stops });
  await submit('looks-order-2', { type: 2, cont: 1.25 });
  await submit('looks-order-3', { type: 1, status: 0, target_price: far(0.8) });
  const third = await submit('looks-order-4', { type: 1 });
  await ask('GET', '/v1/api/forex/close', { id: third.Id, cid: 'looks-close-1' });
  return Id;
}
