import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NumberStepper } from '../../../src/components/NumberStepper.tsx';
import { showLanguage } from '../../../src/i18n/texts.ts';
import { fakeTimers, only, pass, render } from './render.tsx';

afterEach(() => {
  vi.useRealTimers();
});

interface LotsProps {
  readonly start: string;
  readonly onText?: (text: string) => void;
  readonly near?: number;
  readonly max?: number;
}

function Lots({ start, onText, near, max = 5 }: LotsProps) {
  const [text, setText] = useState(start);
  const change = (next: string): void => {
    setText(next);
    onText?.(next);
  };
  return (
    <NumberStepper
      label="Lots"
      value={text}
      onChange={change}
      step={0.01}
      min={0.01}
      max={max}
      decimals={2}
      near={() => near}
    />
  );
}

const input = () => only<HTMLInputElement>('input');
const more = () => only('button[aria-label="Increase Lots"]');
const less = () => only<HTMLButtonElement>('button[aria-label="Decrease Lots"]');
const press = (node: Element, type: string) =>
  node.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, isPrimary: true }));

describe('a number field with steps', () => {
  it('steps once per tap', async () => {
    await render(<Lots start="0.10" />);
    await userEvent.click(more());
    expect(input().value).toBe('0.11');
    await userEvent.click(less());
    await userEvent.click(less());
    expect(input().value).toBe('0.09');
  });

  it('starts no animation when it gets the focus: its frames would keep the next tap waiting', async () => {
    await render(<Lots start="0.10" />);
    more().focus();
    expect(document.getAnimations()).toEqual([]);
  });

  it('keeps stepping while it is held, and stops on release', async () => {
    await render(<Lots start="0.10" />);
    fakeTimers();
    press(more(), 'pointerdown');
    pass(900);
    press(more(), 'pointerup');
    // One at once, then after 400 ms one every 70 ms.
    expect(input().value).toBe('0.18');
    pass(300);
    expect(input().value).toBe('0.18');
  });

  it('stops stepping when the finger slides off', async () => {
    await render(<Lots start="0.10" />);
    fakeTimers();
    press(more(), 'pointerdown');
    press(more(), 'pointerout');
    more().dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
    pass(700);
    expect(input().value).toBe('0.11');
  });

  it('also steps with the keyboard', async () => {
    await render(<Lots start="0.10" />);
    more().focus();
    await userEvent.keyboard('{Enter}');
    expect(input().value).toBe('0.11');
  });

  it('keeps the text as it is typed, and shows how it was read once it is left', async () => {
    const texts: string[] = [];
    await render(<Lots start="" onText={(text) => texts.push(text)} />);
    await userEvent.type(input(), '0.5');
    expect(texts).toEqual(['0', '0', '0.5']);
    await userEvent.fill(input(), '.5e0');
    expect([input().value, texts.at(-1)]).toEqual(['.5e0', '0.5']);
    await userEvent.tab();
    expect(input().value).toBe('0.5');
  });

  it('shows the language’s decimal mark, accepts both, and returns plain decimals', async () => {
    const texts: string[] = [];
    await render(<Lots start="0.10" onText={(text) => texts.push(text)} />);
    await showLanguage('de');
    await expect.poll(() => input().value).toBe('0,10');
    await userEvent.click(only('button:last-of-type'));
    expect(input().value).toBe('0,11');
    await userEvent.clear(input());
    await userEvent.type(input(), '1.50');
    expect([input().value, texts.at(-1)]).toEqual(['1.50', '1.50']);
    await userEvent.fill(input(), '1.234,5');
    expect([input().value, texts.at(-1)]).toEqual(['1.234,5', '1234.5']);
    await userEvent.tab();
    expect(input().value).toBe('1234,5');
  });

  it('asks which of two numbers was meant, and takes the one that is chosen', async () => {
    const texts: string[] = [];
    await render(<Lots start="0.10" onText={(text) => texts.push(text)} />);
    await userEvent.fill(input(), '1,500');
    expect(only('[role=alert]').textContent).toBe('Did you mean 1,500 or 1.5?');
    expect(Number(texts.at(-1))).toBeNaN();
    await userEvent.click(page.getByRole('button', { name: '1.5', exact: true }));
    expect([input().value, texts.at(-1)]).toEqual(['1.500', '1.500']);
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  it('does not ask about a number that is too far from the expected one', async () => {
    await render(<Lots start="0.10" near={62_000} max={1e9} />);
    await userEvent.fill(input(), '63,437');
    expect(document.querySelector('[role=alert]')).toBeNull();
    await userEvent.tab();
    expect(input().value).toBe('63437');
  });

  it('refuses what is no number beside the field once it is left, and keeps it', async () => {
    const texts: string[] = [];
    await render(<Lots start="0.10" onText={(text) => texts.push(text)} />);
    await userEvent.fill(input(), '1,23,456.5');
    expect(document.querySelector('[role=alert]')).toBeNull();
    await userEvent.tab();
    expect(only('[role=alert]').textContent).toBe('Please enter a number such as 1,234.5');
    expect(input().value).toBe('1,23,456.5');
    expect(Number(texts.at(-1))).toBeNaN();
  });

  it('cannot go below its minimum', async () => {
    await render(<Lots start="0.02" />);
    expect(less().disabled).toBe(false);
    await userEvent.click(less());
    expect([input().value, less().disabled]).toEqual(['0.01', true]);
  });

  it('requests the decimal keyboard and has a name', async () => {
    await render(<Lots start="1" />);
    expect(input().inputMode).toBe('decimal');
    expect(input().labels?.[0]?.textContent).toBe('Lots');
  });

  it('has targets of 44 px', async () => {
    await render(<Lots start="1" />);
    for (const button of [more(), less()]) {
      const { width, height } = button.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });
});
