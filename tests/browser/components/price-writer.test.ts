import { expect, it } from 'vitest';
import { priceWriter } from '../../../src/components/text-writer.ts';

function written(text: string, quiet: number) {
  const node = document.createElement('span');
  priceWriter(node)(text, quiet);
  return [node.firstChild?.textContent, node.querySelector('b')?.textContent];
}

it.each([
  ['1.13725', 3, '1.13', '725'],
  ['63,437.71', 1, '6', '3,437.71'],
  ['63.437,71', 3, '63.4', '37,71'],
  ['174.723', 0, '', '174.723'],
  ['174.723', 6, '174.723', ''],
  ['--', 0, '', '--'],
])('of %s the first %i digits are quiet', (text, count, quiet, strong) => {
  expect(written(text, count)).toEqual([quiet, strong]);
});

it('a tick writes the strong digits only, and never moves an element that stays', () => {
  const node = document.createElement('span');
  const write = priceWriter(node);
  write('1.13725', 4);
  const [quiet, strong] = node.childNodes;
  write('1.13731', 4);
  expect([...node.childNodes]).toEqual([quiet, strong]);
  expect(node.textContent).toBe('1.13731');
  write('1.13801', 3);
  expect(node.querySelector('b')).not.toBe(strong);
  expect([node.firstChild?.textContent, node.textContent]).toEqual(['1.13', '1.13801']);
});
