import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Segmented } from '../../../src/components/Segmented.tsx';
import { only, render } from './render.tsx';

afterEach(() => {
  getSelection()?.removeAllRanges();
});

it('selects no word of a choice that is tapped, which would cost time; other words can be copied', async () => {
  await render(
    <>
      <Segmented
        label="Type"
        value="market"
        options={[
          { value: 'market', label: 'Market' },
          { value: 'pending', label: 'Pending' },
        ]}
        onChange={() => {}}
      />
      <p>Pocket</p>
    </>,
  );
  await userEvent.dblClick(only('label:last-of-type'));
  expect(getSelection()?.toString()).toBe('');
  await userEvent.dblClick(page.getByText('Pocket'));
  expect(getSelection()?.toString()).toBe('Pocket');
});
