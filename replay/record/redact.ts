import { isChoice } from '../../shared/bridge/choices.ts';
import type { PageRecord, TappedElement } from '../../shared/bridge/recording.ts';
import { PING, PONG } from '../../shared/contract/socket.ts';
import { orderWireNames } from '../../shared/domain/order.ts';
import { MASK, maskedNote, withoutEmail, withoutPrivate } from '../../shared/private-text.ts';
import type { RecordBody, RecordEntry } from '../format/format.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Kinds of fields of an order that may be in a recording. A free text may not. */
const ORDER_KINDS = words(
  'id instrument code precision side status volume multiple price points money time word percent',
);
/** Fields whose numbers and texts are not personal. Every other field is masked, known or not. */
const ALLOWED = words(`
  ${orderWireNames(ORDER_KINDS)}
  cmd topic seq ts msg
  Id Code ShowCode Logo CategoryId MarketStatus PricePrecision Pip ForexMinCont ForexContNum ForexFeeRate MarginMode
  Value Open Close Change Ask QuoteCurrency SettleCode NextOpenTime Mode Name NameShowTrans
  LongRate ShortRate TripleDay financing_time
  balance lock_balance total all_fact_profits
  service_link_type verify_reg_type trade_fee_type stop_out_percent two_prices global_code blocked_countries
  is_demo review_status status status_name type fee fee_type draw_rate usd_price created_at seen_at
  protocol currency_code protocol_code CreatedAtTran
  multiple three_week_rate three_week_win three_week_profit total_rate total_trade_num
  title desc logo content mode retry_after_s price field
  forex_id period limit end page cont target_price stop_loss_price target_profit_price trail_points cid seen_price seen_side deviation
  category_id draw_type draw_id bank_coin
  percent repeat on fired_at closed_at reached repeats isOn
  at by tick_at ask
  language instrumentId side volume seenPrice seenAt deviationPoints targetPrice stopLoss takeProfit trailPoints kind
`);
/** Fields of which only numbers are kept: a text may be a secret. */
const NUMBERS_ALLOWED = words('id ids uid data list number real_number days');
/** Numbers of answers: in a query they may be of a person, as who something goes to. */
const FIGURES = words(`
  start equity transfers fees financing realised wins won losses lost total_followers curve worst_fall profit sessions from to
`);
/** Largest code of an answer; a larger number may be a verification code. */
const MAX_ANSWER_CODE = 9_999;
/** `code` is a currency, an instrument or a country; a verification code has only digits. */
const PLAIN_CODE = /^(?=.*[A-Z])[A-Z0-9.]{1,12}$/;
const NUMBER_TEXT = /^\d{1,15}(\.\d{1,15})?$/;

/** Arguments from a small vocabulary, or the tester's own note. */
const WORD_ARGUMENTS: Readonly<Record<string, readonly number[]>> = {
  pageEvent: [0],
  pageError: [0, 1, 2],
  setLanguage: [0],
  mark: [0],
  ask: [0],
  candles: [1],
  olderCandles: [1],
  closeOrder: [1],
  amendOrder: [1],
};

const FIELD_NAME = /^[A-Za-z_]\w{0,40}$|^\d{1,10}$/;
const MAX_DEPTH = 12;
/** A candle's frame, which has only numbers. */
const PLAIN_CANDLE = /^\{"topic":"KLINE\.[\w.-]{1,24}","seq":\d+,"ts":[\d.]+,"data":\[[-\d.,e+]+\]\}$/;

/** Masks everything in a record that is not allowed explicitly. */
export function redactBody(body: RecordBody): RecordBody {
  switch (body.kind) {
    case 'open':
    case 'close':
      return body;
    case 'in':
    case 'out':
      return { kind: body.kind, text: redactFrame(body.text) };
    case 'http':
      return {
        kind: 'http',
        path: redactPath(body.path),
        query: redactQuery(body.query),
        body: redactValue(body.body),
      };
    case 'command':
      return { kind: 'command', name: body.name, args: redactArguments(body.name, body.args) };
    case 'page':
      return { kind: 'page', ...redactPage(body) };
  }
}

export const redactEntry = ({ at, ...body }: RecordEntry): RecordEntry => ({ at, ...redactBody(body) });

/** Masks a frame's text. A text that is not JSON is masked as a whole, and stays invalid. */
export function redactFrame(text: string): string {
  if (text === PING || text === PONG || PLAIN_CANDLE.test(text)) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return MASK;
  }
  return JSON.stringify(redactValue(value));
}

function redactArguments(name: string, args: readonly unknown[]): readonly unknown[] {
  return args.map((arg, at) =>
    typeof arg === 'string' && WORD_ARGUMENTS[name]?.includes(at)
      ? // A user types it; other texts are names of ours, which may have digits.
        (name === 'mark' ? maskedNote : withoutEmail)(arg)
      : redactValue(arg, 'data'),
  );
}

/** Fields that a later build adds are left out, and so is everything that is not a name of ours. */
function redactPage(record: PageRecord): PageRecord {
  switch (record.event) {
    case 'route':
      return { event: 'route', path: redactRoute(record.path) };
    case 'tap':
      return {
        event: 'tap',
        x: partOf(record.x),
        y: partOf(record.y),
        element: redactElement(record.element),
      };
    case 'scroll':
      return { event: 'scroll', y: Math.round(record.y) };
    case 'choice': {
      const { name, value } = record;
      return isChoice(name, value)
        ? { event: 'choice', name, value }
        : { event: 'choice', name: MASK, value: MASK };
    }
    case 'error':
      return {
        event: 'error',
        error: record.error,
        message: withoutPrivate(record.message),
        place: PLACE.test(record.place) ? record.place : '',
      };
    case 'console':
      return { event: 'console', message: withoutPrivate(record.message) };
  }
}

/** A file's name, line and column. */
const PLACE = /^[\w.-]{1,80}:\d+:\d+$/;
/** Names of tags, roles and types of inputs. */
const ELEMENT_NAME = /^[a-z][a-z-]{0,22}\d?$/;
/** The queries of screens that hold no person's data: those of an instrument, a message or a tab. */
const ROUTE_QUERY = words('id tab type by');
const ROUTE_VALUE = /^(\d{1,9}|[a-z]{1,12})$/;
/** A number of many digits may be a phone number. */
const ROUTE_SEGMENT = /^([a-z][a-z-]{0,30}|\d{1,6})$/;

const partOf = (part: number): number => Math.min(1, Math.max(0, Math.round(part * 10_000) / 10_000));

function redactElement({ tag, role, type, to, nth }: TappedElement): TappedElement {
  const isName = (name: string | undefined): name is string => name !== undefined && ELEMENT_NAME.test(name);
  return {
    tag: isName(tag) ? tag : MASK,
    ...(isName(role) ? { role } : {}),
    ...(isName(type) ? { type } : {}),
    ...(to === undefined ? {} : { to: redactRoute(to) }),
    nth: Math.max(0, Math.round(nth)),
  };
}

function redactRoute(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const segments = path.split('/').map((one) => (one === '' || ROUTE_SEGMENT.test(one) ? one : MASK));
  const pairs = query
    .split('&')
    .map((pair) => pair.split('=', 2))
    .filter(([name = '', value = '']) => ROUTE_QUERY.has(name) && ROUTE_VALUE.test(value));
  return segments.join('/') + (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`);
}

/** The captcha's path contains a token. */
const redactPath = (path: string): string => withoutEmail(path.replace(/(\/api\/captcha\/).*/, `$1${MASK}`));

/** The timestamp against caches, which makes equal calls differ, is left out. */
export function redactQuery(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (name === 't') continue;
    const isNumber = NUMBERS_ALLOWED.has(name) && NUMBER_TEXT.test(value);
    kept[keyOf(name)] = ALLOWED.has(name) || isNumber ? withoutEmail(value) : MASK;
  }
  return kept;
}

/** @param name the field that holds the value; the items of an array count as values of its field */
function redactValue(value: unknown, name = '', depth = 0): unknown {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return isNumberField(name, value) ? value : MASK;
    case 'string':
      return isTextField(name, value) ? withoutEmail(value) : value === '' ? '' : MASK;
    case 'object':
      if (value === null) return null;
      if (depth === MAX_DEPTH) return MASK;
      return Array.isArray(value)
        ? value.map((one) => redactValue(one, name, depth + 1))
        : redactFields(value, depth + 1);
    default:
      return MASK;
  }
}

function redactFields(value: object, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) kept[keyOf(name)] = redactValue(field, name, depth);
  return kept;
}

const keyOf = (name: string): string => (FIELD_NAME.test(name) ? name : MASK);

/** Mini charts have their instruments' ids as field names. */
const isNumberField = (name: string, value: number): boolean =>
  ALLOWED.has(name) ||
  NUMBERS_ALLOWED.has(name) ||
  FIGURES.has(name) ||
  /^\d+$/.test(name) ||
  (name === 'code' && value <= MAX_ANSWER_CODE);

const isTextField = (name: string, value: string): boolean =>
  ALLOWED.has(name) || (name === 'code' && PLAIN_CODE.test(value));
