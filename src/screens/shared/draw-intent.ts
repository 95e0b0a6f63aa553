import type { RequestOf } from '../../../shared/contract/routes.ts';
import { type PaymentIntent, paymentIntent } from '../../state/payment-intent.ts';

export type DrawOrder = Omit<RequestOf<'draw'>, 'cid'>;
export type DrawIntent = PaymentIntent<DrawOrder>;

/** The last withdrawal that the account requested. */
export const drawIntent = (uid: number): DrawIntent => paymentIntent(`draw-intent.${uid}`);
