import { signal } from '@preact/signals-react';
import { Profiler } from 'react';
import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/domain/money.ts';
import { price } from '../../../shared/domain/price.ts';
import { Amount } from '../../../src/components/account/Amount.tsx';
import { SigText } from '../../../src/components/SigText.tsx';
import { setFormatLocale } from '../../../src/format/locale.ts';
import { formatPrice } from '../../../src/format/number.ts';
import { nextFrame, only, render, shiftedNodes } from './render.tsx';

describe('a ticking text', () => {
  it('follows its signals without a single render', async () => {
    const price = signal(1);
    let renders = 0;
    const text = () => `${price.value}.00`;
    const tone = () => (price.value > 500 ? ('up' as const) : ('down' as const));
    await render(
      <Profiler id="text" onRender={() => renders++}>
        <SigText text={text} tone={tone} className="ticking" />
      </Profiler>,
    );
    const node = only('.ticking');
    const before = renders;
    for (let tick = 2; tick <= 1_000; tick++) price.value = tick;
    await nextFrame();
    await nextFrame();
    expect(node.textContent).toBe('1000.00');
    expect(node.dataset['tone']).toBe('up');
    expect(renders - before).toBe(0);
  });

  it('is part of the first paint and not written again while the text stays the same', async () => {
    const price = signal(7);
    const text = () => (price.value > 0 ? 'above' : 'below');
    await render(<SigText text={text} className="ticking" />);
    const node = only('.ticking');
    expect(node.textContent).toBe('above');
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(node, { characterData: true, childList: true, attributes: true, subtree: true });
    price.value = 8;
    changes.push(...observer.takeRecords());
    expect(changes).toEqual([]);
  });

  it('has no tone attribute without a tone', async () => {
    const known = signal(false);
    const text = () => 'x';
    const tone = () => (known.value ? ('up' as const) : undefined);
    await render(<SigText text={text} tone={tone} className="ticking" />);
    expect('tone' in only('.ticking').dataset).toBe(false);
    known.value = true;
    expect(only('.ticking').dataset['tone']).toBe('up');
    known.value = false;
    expect('tone' in only('.ticking').dataset).toBe(false);
  });

  it('highlights only the changed digits, and again when the highlight has ended', async () => {
    const price = signal('1.08512');
    const text = () => price.value;
    await render(<SigText text={text} flash className="ticking" />);
    const node = only('.ticking');
    expect(node.querySelector('span')?.className).toBe('');
    price.value = '1.08519';
    const lit = only('.ticking span');
    expect(lit.textContent).toBe('9');
    const first = lit.className;
    price.value = '1.08516';
    expect([lit.textContent, node.textContent]).toEqual(['6', '1.08516']);
    expect(lit.className).toBe(first);
    const [light] = node.getAnimations({ subtree: true });
    // A frame under load may begin an animation before the timer that ends the highlight; one set after that runs later.
    await new Promise((resolve) => setTimeout(resolve, Number(light?.effect?.getTiming().duration)));
    price.value = '1.08514';
    expect([only('.ticking span'), lit.textContent]).toEqual([lit, '4']);
    expect(lit.className).not.toBe(first);
  });

  it('shifts no light when other digits change while it is lit', async () => {
    const price = signal('1.08512');
    const text = () => price.value;
    await render(<SigText text={text} flash className="ticking" />);
    price.value = '1.08519';
    await nextFrame();
    const shifts = await shiftedNodes(async () => {
      for (const next of ['1.08530', '1.18530', '1.18531']) {
        price.value = next;
        await nextFrame();
        expect(only('.ticking').textContent).toBe(next);
      }
    });
    expect(shifts).toEqual([]);
  });

  it('does not light up a first price', async () => {
    const price = signal('--');
    const text = () => price.value;
    await render(<SigText text={text} flash className="ticking" />);
    price.value = '1.08512';
    expect([only('.ticking').textContent, only('.ticking span').className]).toEqual(['1.08512', '']);
    price.value = '1.08519';
    expect(only('.ticking span').className).not.toBe('');
  });

  it('is rewritten when the language changes, without a tick', async () => {
    const text = () => formatPrice(price(108_512), 5);
    await render(<SigText text={text} className="ticking" />);
    expect(only('.ticking').textContent).toBe('1.08512');
    setFormatLocale('de-DE');
    expect(only('.ticking').textContent).toBe('1,08512');
  });

  it('stops listening when it unmounts', async () => {
    const price = signal(1);
    let runs = 0;
    const text = () => {
      runs++;
      return String(price.value);
    };
    const view = await render(<SigText text={text} />);
    view.show(null);
    const before = runs;
    price.value = 2;
    expect(runs).toBe(before);
  });
});

describe('a page that the browser translates', () => {
  /** What a translator does: a copy of each text node, in two elements, in its place. */
  function wrapTexts(root: Element): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  }

  const shown = signal('1.08512');
  const read = () => shown.value;
  it.each([
    ['a price', <SigText key="1" text={read} className="ticking" />, '1.08512', '1.08519'],
    ['a price that flashes', <SigText key="2" text={read} flash className="ticking" />, '1.08512', '1.08519'],
    ['a code', <SigText key="3" text={read} className="ticking" />, 'EUR/USD', 'XAU/USD'],
  ])(
    'still shows %s of the exchange, and is marked not to be translated',
    async (_, element, before, after) => {
      shown.value = before;
      await render(element);
      const node = only('.ticking');
      expect(node.closest('[translate]')?.getAttribute('translate')).toBe('no');
      wrapTexts(node);
      shown.value = after;
      expect(node.textContent).toBe(after);
      wrapTexts(node);
      shown.value = before;
      expect(node.textContent).toBe(before);
    },
  );

  it('still shows an amount of the exchange, and is marked not to be translated', async () => {
    const amount = signal(money(1_234_567));
    const of = () => amount.value;
    await render(<Amount of={of} className="ticking" />);
    const node = only('.ticking');
    expect(node.closest('[translate]')?.getAttribute('translate')).toBe('no');
    for (const [now, text] of [
      [money(1_234_569), '1.234569'],
      [money(9_000_000), '9.000000'],
    ] as const) {
      wrapTexts(node);
      amount.value = now;
      expect(node.textContent).toBe(text);
    }
  });

  it('copies a code without signs that nobody sees', async () => {
    shown.value = 'EUR/USD';
    await render(<SigText text={read} className="ticking" />);
    expect(only('.ticking').innerHTML).toBe('EUR/<wbr>USD');
    shown.value = 'Euro / US Dollar';
    expect(only('.ticking').innerHTML).toBe('Euro / US Dollar');
  });
});
