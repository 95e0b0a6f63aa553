import { useEffect, useRef } from 'react';
import type { Refusal } from '../../../shared/result.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Booked, PaymentIntent } from '../../state/payment-intent.ts';

/**
 * Asks what became of a payment whose answer was lost, when the screen opens and after each send; says so if it was not
 * booked. @param busy a send is under way: it may still bring the answer
 */
export function usePaymentOutcome<Order extends object>(
  intent: PaymentIntent<Order>,
  busy: boolean,
  onBooked: (booked: Booked) => void,
): void {
  const { t } = useTranslation();
  const handlers = { onBooked, onRefused: (error: Refusal) => showToast(refusalText(t, error), 'error') };
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (busy) return;
    return intent.follow((outcome) => {
      if (outcome.ok) latest.current.onBooked(outcome.value);
      else latest.current.onRefused(outcome.error);
    });
  }, [intent, busy]);
}
