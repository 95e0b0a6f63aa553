import { signal } from '@preact/signals-react';
import { Profiler } from 'react';
import { describe, expect, it } from 'vitest';
import { type Money, money } from '../../../shared/domain/money.ts';
import { Amount } from '../../../src/components/account/Amount.tsx';
import { setFormatLocale } from '../../../src/format/locale.ts';
import { only, render, shiftedNodes } from './render.tsx';

const small = () => only('.amount span').textContent;
const size = (node: Element) => Number.parseFloat(getComputedStyle(node).fontSize);

describe('an amount', () => {
  it('shows two decimals large and four small, and reads as one number', async () => {
    await render(<Amount className="amount" of={money(8_103_400_512)} />);
    expect(only('.amount').textContent).toBe('8,103.400512');
    expect(small()).toBe('0512');
    expect(size(only('.amount span'))).toBeLessThan(size(only('.amount')));
  });

  it('that is a profit has its sign and colour', async () => {
    const profit = signal<Money | undefined>(money(-5_590_000));
    const of = () => profit.value;
    await render(<Amount className="amount" of={of} profit />);
    expect([only('.amount').textContent, small()]).toEqual(['-5.590000', '0000']);
    expect(only('.amount').dataset['tone']).toBe('down');
    profit.value = money(64_200_001);
    expect([only('.amount').textContent, small()]).toEqual(['+64.200001', '0001']);
    expect(only('.amount').dataset['tone']).toBe('up');
  });

  it('shifts nothing when its sign turns: a plus is wider than a minus', async () => {
    const profit = signal<Money | undefined>(money(-100_000));
    const of = () => profit.value;
    await render(
      <div style={{ width: 200, textAlign: 'right', fontSize: 24 }}>
        <Amount className="amount" of={of} profit />
      </div>,
    );
    const shifts = await shiftedNodes(async () => {
      profit.value = money(100_000);
    });
    expect([only('.amount').textContent, shifts]).toEqual(['+0.100000', []]);
  });

  it('has no decimals and no colour while it is unknown or hidden', async () => {
    const profit = signal<Money | undefined>(undefined);
    const hidden = signal(false);
    const of = () => profit.value;
    const mask = (text: string) => (hidden.value ? '••••••' : text);
    await render(<Amount className="amount" of={of} profit mask={mask} />);
    expect(only('.amount').textContent).toBe('--');
    profit.value = money(1_000_000);
    expect(only('.amount').textContent).toBe('+1.000000');
    hidden.value = true;
    expect(only('.amount').innerHTML).toBe('••••••');
    expect('tone' in only('.amount').dataset).toBe(false);
  });

  it('follows its signals without a render, and the language without a tick', async () => {
    const profit = signal<Money | undefined>(money(1_234_567_890));
    const of = () => profit.value;
    let renders = 0;
    await render(
      <Profiler id="amount" onRender={() => renders++}>
        <Amount className="amount" of={of} />
      </Profiler>,
    );
    const before = renders;
    profit.value = money(1_234_567_891);
    expect(only('.amount').textContent).toBe('1,234.567891');
    setFormatLocale('de-DE');
    expect([only('.amount').textContent, small()]).toEqual(['1.234,567891', '7891']);
    expect(renders).toBe(before);
  });
});
