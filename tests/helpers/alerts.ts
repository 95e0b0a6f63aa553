import type { Alert } from '../../shared/contract/alerts.ts';

/** An alert of the first instrument that waits for a price above. */
export const priceAlert = (id: number, more: Partial<Alert> = {}): Alert => ({
  id,
  instrumentId: 1,
  price: 1.09,
  percent: 0,
  side: 'above',
  repeats: false,
  isOn: true,
  createdAt: '2026-01-02T03:04:05.000Z',
  firedAt: '',
  ...more,
});
