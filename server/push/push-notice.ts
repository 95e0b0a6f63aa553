import { type Language, LOCALES } from '../../shared/contract/language.ts';
import type { PushKind, PushMessage } from '../../shared/contract/push.ts';
import type { Order } from '../../shared/domain/order.ts';
import { type Price, priceToWire } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { type Volume, volumeToWire } from '../../shared/domain/volume.ts';
import type { Alert } from '../alerts/alert-repository.ts';
import { type TextKey, translate } from '../texts/texts.ts';

/** What a notification to an account is about. */
export interface Notice {
  readonly kind: PushKind;
  readonly tag: string;
  readonly path: string;
  readonly at: TimestampMs;
  /** The instrument's code as it is shown; empty: the text's own title. */
  readonly name: string;
  readonly text: TextKey & `push.${string}`;
  readonly figure?: Figure;
}

/** The one number that a text may have. */
type Figure =
  | { readonly kind: 'price'; readonly price: Price; readonly precision: number }
  | { readonly kind: 'percent'; readonly hundredths: number }
  | { readonly kind: 'lots'; readonly volume: Volume };

/** How long a message is worth delivering, and whether it may wake a sleeping phone. */
export const DELIVERY: Readonly<
  Record<PushKind, { readonly keptS: number; readonly urgency: 'high' | 'normal' }>
> = {
  price_alerts: { keptS: 3_600, urgency: 'high' },
  fills: { keptS: 86_400, urgency: 'normal' },
  stop_outs: { keptS: 86_400, urgency: 'high' },
  margin_calls: { keptS: 3_600, urgency: 'high' },
};

export function alertNotice(alert: Alert, name: string, at: TimestampMs): Notice {
  const { id, instrumentId, target, precision } = alert;
  return {
    kind: 'price_alerts',
    tag: `alert-${id}`,
    path: `/trade?id=${instrumentId}`,
    at,
    name,
    ...(target.kind === 'price'
      ? { text: 'push.price', figure: { ...target, precision } }
      : { text: 'push.move', figure: target }),
  };
}

const CLOSED = {
  'stop-loss': { kind: 'fills', text: 'push.stop_loss' },
  'trailing-stop': { kind: 'fills', text: 'push.trailing_stop' },
  'take-profit': { kind: 'fills', text: 'push.take_profit' },
  'stop-out': { kind: 'stop_outs', text: 'push.stop_out' },
  operator: { kind: 'fills', text: 'push.operator' },
} as const;

/** Of an order that a price or an operator filled, closed or cancelled; undefined for one that its owner ended. */
export function orderNotice(order: Order, at: TimestampMs): Notice | undefined {
  const { id, showCode: name, precision } = order;
  const about = { tag: `order-${id}`, path: '/order', at, name };
  const atPrice = (price: Price) => ({ kind: 'price', price, precision }) as const;
  if (order.status === 'open')
    return { ...about, kind: 'fills', text: 'push.filled', figure: atPrice(order.openPrice) };
  if (order.status === 'cancelled' && order.reason === 'no-margin')
    return {
      ...about,
      kind: 'fills',
      text: 'push.no_margin',
      figure: { kind: 'lots', volume: order.volume },
    };
  if (order.status !== 'closed' || order.reason === 'manual' || order.reason === 'reset') return undefined;
  return { ...about, ...CLOSED[order.reason], figure: atPrice(order.closePrice) };
}

export const marginCallNotice = (at: TimestampMs): Notice => ({
  kind: 'margin_calls',
  tag: 'margin-call',
  path: '/order',
  at,
  name: '',
  text: 'push.margin_call_text',
});

export function messageOf({ name, text, figure, tag, path, at }: Notice, language: Language): PushMessage {
  return {
    title: name === '' ? translate(language, 'push.margin_call') : name,
    body: translate(language, text, figure && { [figure.kind]: figureText(figure, LOCALES[language]) }),
    tag,
    path,
    at,
    lang: LOCALES[language],
    dir: language === 'ar' ? 'rtl' : 'ltr',
  };
}

/** As the app shows it: with the separators of the language, the instrument's decimals, and Western digits. */
function figureText(figure: Figure, locale: string): string {
  const format = (value: number, decimals: number, more: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      numberingSystem: 'latn',
      ...more,
    }).format(value);
  switch (figure.kind) {
    case 'price':
      return format(priceToWire(figure.price, figure.precision), figure.precision, { useGrouping: false });
    case 'percent':
      return format(figure.hundredths / 10_000, 2, { style: 'percent', signDisplay: 'always' });
    case 'lots':
      return format(volumeToWire(figure.volume), 2, { maximumFractionDigits: 4 });
    default:
      return figure satisfies never;
  }
}
