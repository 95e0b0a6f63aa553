import sharp from 'sharp';
import { type Operator, operatorOf } from '../../helpers/operator.ts';
import { codeIn } from '../../helpers/people.ts';
import type { Product } from '../../helpers/product.ts';
import { instrumentNamed } from '../phone.ts';

const EMAIL = 'maximiliana.featherstonehaugh@example.com';
const PASSWORD = 'correct horse battery';
const ADDRESS = 'TQ5Nmx3pYJ8zqVexampleAddr7Kd2wL9';

type Fields = Readonly<Record<string, string | number>>;

/** One house with something to see on every screen. */
export interface Household {
  /** Tokens of a member with money, orders, papers and letters, and of a demo account as it begins. */
  readonly member: string;
  readonly demo: string;
  /** Of an item of the news. */
  readonly newsId: number;
}

export async function furnish({ url, dataDir }: Product): Promise<Household> {
  const operator = operatorOf(dataDir);
  const ask = caller(url);
  const newsId = await publish(operator);
  const { token, uid } = await join(ask, operator);
  const asMember = caller(url, token);
  await trade(url, asMember);
  await pay(url, token, asMember, operator);
  await asMember('POST', '/api/chat/send', { text: 'When will my deposit be on the balance?', cid: 'looks-chat-1' });
  await operator.rows('chat', 'answer', { uid, text: 'Within the hour: https://pipstream.example/deposits' });
  const { demo_id } = await ask('GET', '/api/user/createAccountDemoForU');
  const demo = await ask('POST', '/api/user/loginForU', { demo_id });
  return { member: token, demo: demo.token, newsId };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here
type Ask = (method: 'GET' | 'POST', path: string, fields?: Fields) => Promise<any>;

function caller(url: string, token?: string): Ask {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
  return async (method, path, fields = {}) => {
    const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const answer = await (method === 'GET'
      ? fetch(`${url}${path}?${form}`, { headers })
      : fetch(url + path, { method, headers, body: form }));
    const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string };
    if (code !== 1) throw new Error(`${path} answered ${code}: ${msg} ${JSON.stringify(data)}`);
    return data;
  };
}

async function publish(operator: Operator): Promise<number> {
  const text = {
    language: 'en',
    title: 'Central banks hold their rates, and the market takes a long breath before the minutes',
    desc: 'What the minutes of the meeting say about the rest of the year, in two or three sentences.',
    content: `<p>Gold at <b>2,400.50</b>.</p><ul><li>Rates unchanged</li></ul><p>${'Longword'.repeat(12)}</p>`,
    logo: 'chart',
  };
  const [item] = await operator.rows('news', 'add', text);
  await operator.rows('news', 'publish', { id: String(item?.id) });
  const [notice] = await operator.rows('announcements', 'add', { ...text, logo: 'horn' });
  await operator.rows('announcements', 'publish', { id: String(notice?.id) });
  return Number(item?.id);
}

async function join(ask: Ask, operator: Operator): Promise<{ readonly token: string; readonly uid: string }> {
  await ask('POST', '/api/notify/send_email', { to: EMAIL, type: 1 });
  const letters = await operator.rows('outbox', 'list');
  const code = codeIn(letters.find(({ to }) => to === EMAIL));
  const account = { account: EMAIL, password: PASSWORD };
  await ask('POST', '/api/user/register', { ...account, type: 1, re_password: PASSWORD, sms_code: code });
  // Signed in on another device as well: the settings list both.
  await ask('POST', '/api/user/loginForU', { ...account, login_type: 1 });
  const { token, user } = await ask('POST', '/api/user/loginForU', { ...account, login_type: 1 });
  const uid = String(user.uid);
  await operator.rows('balance', 'adjust', { uid, amount: '1234567.89', memo: 'Opening' });
  return { token, uid };
}

/** Crypto: its market is always open. */
async function trade(url: string, ask: Ask): Promise<void> {
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
}

/** Papers that were sent back, a deposit of each state, saved methods, and withdrawals waiting and rejected. */
async function pay(url: string, token: string, ask: Ask, operator: Operator): Promise<void> {
  const picture = await upload(url, token);
  await ask('POST', '/api/user_real/real_name', {
    name: 'Maximiliana Featherstonehaugh',
    card_id: 'X1234567',
    front_pic: await upload(url, token),
    reverse_pic: await upload(url, token),
  });
  const [papers] = await operator.rows('identity', 'list');
  await operator.rows('identity', 'reject', { id: String(papers?.id), remark: 'The picture is blurred.' });
  const { list: coins } = await ask('GET', '/api/quickCharge/info');
  const pays = { number: 2500.5, address: coins[0].address, charge_id: coins[0].id };
  for (const [at, verb] of ['approve', 'reject', 'invalidate', ''].entries()) {
    const proofImg = at === 0 ? picture : await upload(url, token);
    await ask('POST', '/api/quickCharge/submit', { ...pays, proofImg, cid: `looks-deposit-${at}` });
    const [deposit] = await operator.rows('deposits', 'list');
    const remark = verb === 'reject' ? { remark: 'No such transfer arrived.' } : {};
    if (verb !== '') await operator.rows('deposits', verb, { id: String(deposit?.id), ...remark });
  }
  await withdraw(ask, operator);
}

async function withdraw(ask: Ask, operator: Operator): Promise<void> {
  const bank = {
    bank_name: 'First National Bank of Examples',
    bank_address: '1 High Street, Springfield',
    bank_swift: 'EXMPUS33XXX',
    payee_name: 'Maximiliana Featherstonehaugh',
    payee_account: 'DE89370400440532013000',
  };
  for (const type of [1, 2] as const) {
    const { list: currencies } = await ask('GET', '/api/account/draw_symbol_list', { type });
    const draw_id = currencies[0].id;
    const way = type === 1 ? { dc_address: ADDRESS } : bank;
    await ask('POST', '/api/wallet/bind_draw_method', { type, draw_id, ...way });
    const { list } = await ask('GET', '/api/wallet/get_draw_method', { draw_type: type });
    const draw = { draw_currency_id: draw_id, draw_method_id: list[0].id, number: 1500 };
    await ask('POST', '/api/account/draw', { ...draw, cid: `looks-draw-${type}` });
    if (type === 2) continue;
    const [waiting] = await operator.rows('withdrawals', 'list');
    await operator.rows('withdrawals', 'reject', { id: String(waiting?.id), remark: 'The name differs' });
    await ask('POST', '/api/account/draw', { ...draw, cid: 'looks-draw-again' });
  }
}

async function upload(url: string, token: string): Promise<string> {
  const background = { r: Math.floor(Math.random() * 255), g: 90, b: 140 };
  const jpeg = await sharp({ create: { width: 640, height: 400, channels: 3, background } }).jpeg().toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'picture.jpg');
  const headers = { authorization: token };
  const sent = await fetch(`${url}/api/common/image_upload`, { method: 'POST', headers, body });
  const { data } = (await sent.json()) as { readonly data: { readonly url: string } };
  return data.url;
}
