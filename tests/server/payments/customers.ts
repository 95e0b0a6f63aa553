import { ROUTES, type RouteName } from '../../../shared/contract/routes.ts';
import type { Operator } from '../../helpers/operator.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { jpeg } from '../files/pictures.ts';
import { type Answer, type Fields, type HttpFixture, sharedHttp } from '../http-fixture.ts';

/** The real server of a file's tests, with customers and an operator, all through its interfaces. */
export interface Customers {
  readonly http: HttpFixture;
  readonly operator: Operator;
  send(token: string, name: RouteName, fields?: Fields, language?: string): Promise<Answer>;
  /** The address of a picture that the customer sends. */
  upload(token: string): Promise<string>;
  /** Deposits this amount of USDT, which the operator approves. */
  fund(token: string, amount: number): Promise<void>;
  /** Binds a coin address in USDT on TRC20; @returns the parameters of `draw` without the amount. */
  destination(token: string): Promise<{ readonly draw_currency_id: number; readonly draw_method_id: number }>;
}

export function sharedCustomers(settings: Readonly<Record<string, string>> = {}): Customers {
  const http = sharedHttp(settings);
  const { operator } = http;

  const send: Customers['send'] = (token, name, fields, lang = 'en') =>
    http.send(token, name, fields, { lang });

  async function upload(token: string): Promise<string> {
    const boundary = 'picture';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), await jpeg(), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const stored = await http.ask(ROUTES.uploadImage.path, { method: 'POST', headers, body });
    return stored.data.url;
  }

  return {
    http,
    operator,
    send,
    upload,
    async fund(token, amount) {
      const coin = (await send(token, 'getDepositCoins')).data.list[0];
      const deposit = await send(token, 'submitCoinDeposit', {
        number: amount,
        charge_id: coin.id,
        address: coin.address,
        proofImg: await upload(token),
      });
      await operator.rows('deposits', 'approve', { id: String(deposit.data.id) });
    },
    async destination(token) {
      const currency = (await send(token, 'getDrawCurrencies', { type: 1 })).data.list[0];
      const bound = await send(token, 'bindDrawMethod', {
        type: 1,
        draw_id: currency.id,
        dc_address: tronAddress(),
      });
      await operator.rows('payout-addresses', 'release', { id: String(bound.data.id) });
      return { draw_currency_id: currency.id, draw_method_id: bound.data.id };
    },
  };
}
