import { expect, it } from 'vitest';
import { remembered } from '../../../../src/chart/orders/remembered.ts';

function counted() {
  const asked: string[] = [];
  const t = remembered((key, values) => {
    const text = `${key} ${JSON.stringify(values)}`;
    asked.push(text);
    return text;
  });
  return { asked, t };
}

it('a text is translated once for the same values', () => {
  const { asked, t } = counted();
  const both = () => [t('trade.line_buy', { lots: '0.01' }), t('trade.line_buy', { lots: '0.02' })];
  const first = both();
  expect(new Set(first).size).toBe(2);
  expect(both()).toEqual(first);
  t('trade.line_stop_loss');
  t('trade.line_stop_loss');
  expect(asked).toHaveLength(3);
});

it('texts with ever new values are forgotten', () => {
  const { asked, t } = counted();
  for (let points = 0; points < 2_000; points++) t('ticket.points', { points });
  expect(t('ticket.points', { points: 0 })).toBe('ticket.points {"points":0}');
  expect(asked).toHaveLength(2_001);
});
