import { signal } from '@preact/signals-react';
import { beforeAll, expect, it, vi } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { CandleChart } from '../../../src/chart/CandleChart.tsx';
import type { DrawingAsk } from '../../../src/state/drawing-kinds.ts';
import { instrumentOf } from '../../../src/state/market.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { reset, rows } from './candle-scene.ts';

const gold = { ...eurusd, id: instrumentId(2), code: 'XAUUSD', showCode: 'XAU/USD', precision: 3 };

const LOOK = { type: 'candles', volume: false } as const;
const INDICATORS = ['sma:20'];
const chartOf = ({ id, precision }: typeof eurusd) => (
  <CandleChart
    instrumentId={id}
    period="1min"
    precision={precision}
    look={LOOK}
    indicators={INDICATORS}
    actions={[]}
    drawing={signal<DrawingAsk>(false)}
  />
);

beforeAll(async () => {
  localStorage.clear();
  await script.startScripted();
  script.putMarket(eurusd, gold);
  await vi.waitFor(() => expect(instrumentOf(gold.id)).toBeDefined());
});

it('the legends say nothing of the instrument before, also when the candles of the next one do not come', async () => {
  const view = await render(chartOf(eurusd));
  script.put('candles', { ...reset(rows(0, 60)), values: new Float64Array(60).fill(100_200) });
  await vi.waitFor(() => expect(view.host.textContent).toMatch(/1\.00\d{3}.*MA 20.*1\.00200/));
  script.put('candles', { kind: 'failed', code: 5000, message: '' });
  view.show(chartOf(gold));
  await vi.waitFor(() => expect(view.host.querySelector('[role="alert"]')).not.toBeNull());
  expect(view.host.textContent).toContain('MA 20');
  expect(view.host.textContent).not.toMatch(/\d\.\d/);
  view.remove();
});
