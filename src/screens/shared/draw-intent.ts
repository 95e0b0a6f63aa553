import type { RequestOf } from '../../../shared/contract/routes.ts';
import { type PaymentIntent, paymentIntent } from '../../state/payment-intent.ts';

export type DrawOrder = Omit<RequestOf<'draw'>, 'cid'>;
export type DrawIntent = PaymentIntent<DrawOrder>;

/** The withdrawal that an account asked for last. */
export const drawIntent = (uid: number): DrawIntent => paymentIntent(`draw-intent.${uid}`);
