import { beforeAll, expect, it } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { live } from '../../../src/state/live.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { nothingHappensFor } from '../../helpers/nothing-happens.ts';
import * as script from '../scripted/script.ts';

beforeAll(() => script.startTrading(eurusd));

it('market frames are requested while something on the screen ticks, and at no other time', async () => {
  const id = instrumentId(1);
  const { close } = live.quotes.of(id);
  script.putFrame({ quotes: [{ close: 108_700 }] });
  await nothingHappensFor(300);
  expect(close.value).toBeUndefined();
  const leave = live.quotes.retain(id);
  await expect.poll(() => close.value).toBe(108_700);
  leave();
  await nothingHappensFor(100);
  script.putFrame({ quotes: [{ close: 108_800 }] });
  await nothingHappensFor(300);
  expect(close.value).toBe(108_700);
});
