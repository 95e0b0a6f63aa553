import { signal } from '@preact/signals-react';
import { beforeAll, expect, it, vi } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { Sparkline } from '../../../src/chart/Sparkline.tsx';
import { live } from '../../../src/state/live.ts';
import { only, render } from '../components/render.tsx';
import { startSilent } from '../scripted/silent.ts';
import { colourOf, falling, imageIn, isShown, rising, SIZE } from './sparkline-scene.ts';

beforeAll(startSilent);

it('of a row that gets another instrument are never the old one’s', async () => {
  const [one, other] = [instrumentId(1), instrumentId(2)];
  live.sparklines.apply([
    { id: one, points: rising() },
    { id: other, points: falling() },
  ]);
  const id = signal(one);
  const view = await render(<Sparkline id={id} />);
  const place = only('[aria-hidden="true"]', view.host);
  const room = place.getBoundingClientRect();
  expect([room.width, room.height]).toEqual([SIZE.width, SIZE.height]);
  await vi.waitFor(() => expect(isShown(place)).toBe(true), 30_000);
  expect([place, imageIn(place)].map((one) => one?.getBoundingClientRect())).toEqual([room, room]);
  id.value = other;
  expect(isShown(place)).toBe(false);
  await vi.waitFor(() => expect(isShown(place)).toBe(true), 30_000);
  expect(colourOf(place)).toBe('red');
  id.value = one;
  expect([isShown(place), colourOf(place)]).toEqual([true, 'green']);
  view.remove();
});
