import sharp from 'sharp';
import type { Operator } from '../../helpers/operator.ts';
import { tronAddress } from '../../helpers/payout.ts';
import type { Ask } from './ask.ts';

const ADDRESS = tronAddress();

/** Rejected papers, a deposit in each state, saved methods, and withdrawals waiting and rejected. */
export async function pay(url: string, token: string, ask: Ask, operator: Operator): Promise<void> {
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
    await operator.rows('payout-addresses', 'release', { id: String(list[0].id) });
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
  const jpeg = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'picture.jpg');
  const headers = { authorization: token };
  const sent = await fetch(`${url}/api/common/image_upload`, { method: 'POST', headers, body });
  const { data } = (await sent.json()) as { readonly data: { readonly url: string } };
  return data.url;
}
