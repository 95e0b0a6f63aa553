import { expect, it } from 'vitest';
import { digestedState } from '../../../../replay/fold/digested-state.ts';
import { createFold } from '../../../../replay/fold/fold.ts';
import { createReader } from '../../../../replay/fold/recording-reader.ts';
import { seededTape } from '../../../../src/app/bench/seeded-tape.ts';

it('is a recording, the same each time, in which every frame counts', async () => {
  const [text, again] = await Promise.all([seededTape(2), seededTape(2)].map((tape) => tape.text()));
  expect(again).toBe(text);
  const fold = createFold();
  const reader = createReader({ fold });
  reader.push(text ?? '');
  reader.end();
  expect(fold.counters).toMatchObject({ received: 61, malformedJson: 0, malformedFrame: 0 });
  const { quotes } = await digestedState(fold);
  expect(Object.keys(quotes)).toHaveLength(100);
  expect(quotes).toHaveProperty('TAPE1');
});
