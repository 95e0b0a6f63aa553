import { expect, it } from 'vitest';
import { createMarket } from '../../bench/engine/market.ts';
import { feedEngine, type Hearing } from '../../bench/recorder/engine.ts';

const ROWS = [[1, 1.1, 1, 1, 1_700_000_000_000]];

it.each<Hearing>(['silent', 'ring', 'long'])(
  'an engine with %s ears takes every frame and paints it',
  async (hearing) => {
    const { instruments, pricesAt } = createMarket(70);
    const id = instruments[0]?.id ?? 0;
    const engine = await feedEngine(instruments, pricesAt(0), hearing);
    const painted = engine.painted();
    for (let frame = 0; frame < 50; frame++)
      engine.take(
        `${engine.headOf(0)},"data":${JSON.stringify(ROWS.map((row) => [id, 1.1 + frame / 1e4, ...row.slice(2)]))}}`,
      );
    expect(engine.painted() - painted).toBe(50);
  },
);
