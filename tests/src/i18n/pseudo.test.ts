import { describe, expect, it } from 'vitest';
import { pseudoTexts } from '../../../src/i18n/pseudo.ts';

describe('the stretched texts', () => {
  it('have accents and brackets, and many letters doubled', () => {
    expect(pseudoTexts({ title: 'Only zones' })).toEqual({ title: '[Óóñlýý žóóñééšš]' });
  });
  it('keep placeholders, tags, nested texts and keys unchanged', () => {
    const texts = {
      'order.due_one': '<b>{{count}}</b> day of $t(tab.orders)',
      'order.due_other': '{{count}} days',
    };
    expect(pseudoTexts(texts)).toEqual({
      'order.due_one': '[<b>{{count}}</b> dááýý óóf $t(tab.orders)]',
      'order.due_other': '[{{count}} dááýýšš]',
    });
  });
  it('are two fifths longer than the original', () => {
    const text = 'The price moved further than allowed; the position is as it was.';
    const { said } = pseudoTexts({ said: text });
    expect(String(said).length / text.length).toBeGreaterThan(1.35);
  });
});
