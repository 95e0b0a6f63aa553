import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { factLines } from '../../../replay/cli/played-engine.ts';
import { root } from '../../architecture/sources.ts';
import { recorded } from '../../helpers/recorded.ts';
import { place } from './command.ts';

const FOLDER = join(root, 'tests/recordings');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'));

/** The wire's names of the account's figures in a state, and the engine's. */
const FIGURES = {
  balance: 'balance',
  total_profit: 'floatingPnl',
  net_value: 'equity',
  current_margin: 'margin',
  available_prepayment: 'freeMargin',
} as const;

describe.each(FILES)('%s', (file) => {
  it('shows at its end in the engine the quotes, the orders and the account of its state', async () => {
    const recording = recorded(join(FOLDER, file));
    const last = (await recording.entries()).at(-1)?.at ?? 0;
    const [facts, state] = [await recording.engineAt(last), await recording.stateAt(last)];
    for (const [code, [close, open]] of Object.entries(state.quotes))
      expect([code, facts[`quotes.${code}.close`], facts[`quotes.${code}.open`]]).toEqual([
        code,
        close,
        open,
      ]);
    for (const [wire, name] of Object.entries(FIGURES))
      expect([wire, facts[`account.${name}`]]).toEqual([wire, Reflect.get(state.account, wire)]);
    const ids = Object.keys(facts).flatMap((path) => /^orders\.(\d+)\.id$/.exec(path)?.[1] ?? []);
    expect(ids.map(Number).toSorted((a, b) => a - b)).toEqual(state.orders.map(({ Id }) => Id));
  });
});

it('the same moment shows the same facts, a line for each thing', async () => {
  const recording = recorded(join(FOLDER, 'two-prices.jsonl.gz'));
  const facts = await recording.engineAt('0:40');
  expect(await recording.engineAt(40_000)).toEqual(facts);
  expect(factLines(facts)).toContainEqual(expect.stringMatching(/^quotes\.XAUUSD: ask [\d.]+, change /));
  expect(factLines(facts)).toContainEqual('connection: live');
  expect(factLines(facts)).toContainEqual(expect.stringMatching(/^candles\.EURUSD\.5min: /));
  expect(await recording.engineAt('0:20')).not.toEqual(facts);
});

it('a damaged recording has no facts', async () => {
  await expect(recorded(place('{}\n')).engineAt(5)).rejects.toThrow('line 1');
});
