import { expect, test } from 'vitest';
import { classNamer } from '../../scripts/bundle/short-class-names.ts';

test('classes have short names that other style sheets do not change', () => {
  const nameOf = classNamer();
  const first = nameOf('row', 'src/components/Rail.module.css');
  expect(first).toMatch(/^[a-z]{4}0$/);
  expect(nameOf('pip', 'src/components/Rail.module.css')).toBe(first.replace('0', '1'));
  expect(nameOf('row', 'src/components/Rail.module.css')).toBe(first);
  const other = classNamer();
  expect(other('row', 'src/components/Tabs.module.css')).not.toBe(first);
  expect(other('row', 'src/components/Rail.module.css')).toBe(first);
});

test('two style sheets with the same names fail the build', () => {
  const nameOf = classNamer();
  const nameAll = () => {
    for (let nth = 0; nth < 5_000; nth += 1) nameOf('row', `src/components/Sheet${nth}.module.css`);
  };
  expect(nameAll).toThrow(/have the same class names/);
});
