import type { FastifyInstance } from 'fastify';
import { ROUTES } from '../../shared/contract/routes.ts';
import type { Served } from '../rig/open-page.ts';
import type { Way } from './first-order.ts';
import { serveStatic, staticPage } from './static-page.ts';

export const PAGE_WAY: Way = {
  demo: '#demo',
  row: '.in .row',
  buy: '#buy',
  confirm: 'dialog[open] #confirm',
  filled: '#filled:not([hidden])',
};

/**
 * Serves the static list with one form, which makes the same calls as the app for a first order, after the same taps.
 * @param exchange what answers the calls, on the page's own port: a call to another origin would be asked for twice
 */
export async function serveOrderPage(exchange: string): Promise<Served> {
  const list = await fetch(`${exchange}${ROUTES.getTradeList.path}?t=1`);
  const { data } = (await list.json()) as { data: { list: readonly { readonly Id: number }[] } | null };
  const [first] = data?.list ?? [];
  if (first === undefined) throw new Error(`${exchange} lists nothing that could be bought`);
  return serveStatic(staticPage(FORM, scriptFor(first.Id)), (app) => passCalls(app, exchange));
}

function passCalls(app: FastifyInstance, exchange: string): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  for (const { method, path } of [ROUTES.createDemoAccount, ROUTES.login, ROUTES.submitOrder])
    app.route({
      method,
      url: path,
      async handler({ url, headers, body }, reply) {
        const answer = await fetch(exchange + url, {
          method,
          headers: {
            ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
            ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          },
          ...(method === 'POST' ? { body: String(body) } : {}),
        });
        return reply
          .code(answer.status)
          .type('application/json')
          .send(await answer.text());
      },
    });
}

const FORM = `<button id="demo">Start with a demo account</button>
<form id="form" hidden><button id="buy" type="button">Buy 0.1</button></form>
<dialog><p>Buy 0.1 lots?</p><button id="confirm">Buy 0.1</button></dialog>
<p id="filled" hidden>Bought 0.1</p>`;

/** Shown after the tap that asks for it; nothing is loaded for it. */
const scriptFor = (id: number): string => `
const one = (selector) => document.querySelector(selector);
let token = '';
async function call(path, method, fields) {
  const text = new URLSearchParams(fields);
  const isPost = method === 'POST';
  const answer = await fetch(isPost ? path : path + '?' + text, {
    method,
    headers: token === '' ? {} : { authorization: token },
    ...(isPost ? { body: text } : {}),
  });
  const { code, data } = await answer.json();
  if (code !== 1) throw new Error(path + ' was answered with ' + code);
  return data;
}
one('#demo').onclick = async () => {
  const { demo_id } = await call('${ROUTES.createDemoAccount.path}', 'GET', { t: Date.now() });
  ({ token } = await call('${ROUTES.login.path}', 'POST', { demo_id }));
  document.body.className = 'in';
};
for (const row of document.querySelectorAll('.row')) row.onclick = () => { one('#form').hidden = false; };
one('#buy').onclick = () => one('dialog').showModal();
one('#confirm').onclick = async () => {
  one('dialog').close();
  const order = { type: 1, cont: 0.1, forex_id: ${id}, status: 1, multiple: 100, cid: crypto.randomUUID(), t: Date.now() };
  await call('${ROUTES.submitOrder.path}', 'GET', order);
  one('#filled').hidden = false;
};
`;
