import type { AskedRoute } from '../shared/asked-route.ts';
import type { AnswerOf } from '../shared/contract/routes.ts';
import type { WireChatMessage } from '../shared/contract/wire-content.ts';
import { type Decoder, decodeUser, fieldsOf, listOf } from './decoders.ts';

const message: Decoder<WireChatMessage> = (value) => {
  const fields = fieldsOf({
    id: 'number',
    from: 'string',
    text: 'string',
    image: 'string',
    created_at: 'string',
  })(value);
  return fields && { ...fields, from: fields.from === 'user' ? 'user' : 'service' };
};

/** The `data` of a CHAT frame. */
export function decodeMessages(value: unknown): readonly WireChatMessage[] | undefined {
  return part(value, 'messages', listOf(message))?.messages;
}

/** Of calls whose answer says no more than that it was done. */
const nothing: Decoder<null> = () => null;

function build() {
  const id = 'number';
  const text = 'string';
  const number = 'number';
  const area = fieldsOf({ id, code: text, global_code: text });
  const company = fieldsOf({
    id,
    name: text,
    logo: text,
    url: text,
    subject: text,
    registered_address: text,
    location: text,
    email: text,
  });
  const review = fieldsOf({ review_status: number, remark: text });
  const session = fieldsOf({ id: text, device: text, created_at: text, seen_at: text, is_current: number });
  const entry = fieldsOf({ Value: number, MemoTran: text, CreatedAtTran: text });
  const coin = fieldsOf({ id, currency_code: text, protocol_code: text, address: text, usd_price: number });
  const bank = fieldsOf({
    id,
    name: text,
    currency_code: text,
    bank_name: text,
    bank_address: text,
    bank_swift: text,
    payee_name: text,
    payee_account: text,
    bank_remark: text,
    branch_name: text,
    usd_price: number,
  });
  const deposit = fieldsOf({
    id,
    number,
    type: number,
    currency_code: text,
    status: number,
    remark: text,
    created_at: text,
  });
  const currency = fieldsOf({
    id,
    code: text,
    protocol: text,
    draw_rate: number,
    fee_type: number,
    fee: number,
    usd_price: number,
  });
  const draw = withPart(
    fieldsOf({
      id,
      number,
      real_number: number,
      fee: number,
      status: number,
      status_name: text,
      created_at: text,
      type: number,
      address: text,
      payee_account: text,
      notes: text,
    }),
    'draw_currency',
    fieldsOf({ code: text }),
  );
  const method = withPart(
    fieldsOf({
      id,
      type: number,
      dc_address: text,
      bank_name: text,
      bank_address: text,
      bank_swift: text,
      payee_name: text,
      payee_account: text,
      branch_name: text,
    }),
    'draw_currency',
    fieldsOf({ id, code: text, protocol: text }),
  );
  const newsFields = { id, title: text, desc: text, logo: text, created_at: text } as const;
  return {
    getAreas: listOf(area),
    getSetting: fieldsOf({ key: text, value: number }),
    getContactEmail: fieldsOf({ email: text }),
    getCompanies: listOf(company),
    searchCompanies: listOf(company),
    getCaptcha: fieldsOf({ id: text, b64s: text }),
    sendEmailCode: nothing,
    sendSmsCode: nothing,
    register: nothing,
    forgetPassword: nothing,
    amendPassword: nothing,
    getUser: decodeUser,
    getSessions: listed(session),
    endSession: nothing,
    getReview: review,
    submitRealName: review,
    getLedger: paged(entry),
    getDepositCoins: listed(coin),
    getDepositSymbols: withPart((value) => part(value, 'coins', listOf(isText)), 'banks', listOf(isText)),
    getDepositBanks: listed(bank),
    getDeposits: paged(deposit),
    submitCoinDeposit: deposit,
    submitWireDeposit: deposit,
    getDrawCurrencies: listed(currency),
    draw,
    getDraws: paged(draw),
    getDrawMethods: listed(method),
    bindDrawMethod: method,
    deleteDrawMethod: nothing,
    getNews: paged(fieldsOf(newsFields)),
    getNewsItem: fieldsOf({ ...newsFields, content: text }),
    getChat: listed(message),
    sendChat: message,
  } satisfies { readonly [N in AskedRoute]: Decoder<AnswerOf<N>> };
}

function isText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** One field of an object as an object of its own. */
function part<N extends string, T>(
  value: unknown,
  name: N,
  decode: Decoder<T>,
): { readonly [K in N]: T } | undefined {
  const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  const decoded = decode(field);
  // The one field was just decoded.
  return decoded === undefined ? undefined : ({ [name]: decoded } as { readonly [K in N]: T });
}

/** An object's plain fields and one of its parts. */
function withPart<S, N extends string, T>(
  fields: Decoder<S>,
  name: N,
  decode: Decoder<T>,
): Decoder<S & { readonly [K in N]: T }> {
  return (value) => {
    const head = fields(value);
    const tail = part(value, name, decode);
    return head === undefined || tail === undefined ? undefined : { ...head, ...tail };
  };
}

function listed<T>(decode: Decoder<T>): Decoder<{ readonly list: readonly T[] }> {
  const all = listOf(decode);
  return (value) => part(value, 'list', all);
}

function paged<T>(decode: Decoder<T>): Decoder<{ readonly list: readonly T[]; readonly total: number }> {
  return withPart(fieldsOf({ total: 'number' }), 'list', listOf(decode));
}

/** The answers that the page gets as they are, field by field looked at; `decoders.ts` has the ones the engine works with. */
export const ANSWERS: { readonly [N in AskedRoute]: Decoder<AnswerOf<N>> } = build();
