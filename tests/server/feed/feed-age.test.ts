import { expect, it } from 'vitest';
import { sayWhatIsSilent, watchFeedAge } from '../../../server/feed/feed-age.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';

const CLOSED = { status: 'closed' } as const;

function scene() {
  const clock = createManualClock(START);
  const market = createScriptedMarket(INSTRUMENTS, START);
  for (const { code } of INSTRUMENTS)
    if (code !== 'EURUSD' && code !== 'XAUUSD') market.session(code, CLOSED);
  const age = watchFeedAge(market, clock);
  return { clock, market, age };
}

it('an instrument that ticks does not hide another one without prices', () => {
  const { clock, market, age } = scene();
  market.tick('XAUUSD', 2_000);
  for (let s = 0; s < 90; s++) {
    clock.advance(1_000);
    market.tick('EURUSD', 1.2);
  }
  expect(age.oldest()).toEqual({ code: 'XAUUSD', ageMs: 90_000 });
  market.tick('XAUUSD', 2_001);
  expect(age.oldest()?.ageMs).toBe(0);
});

it('closed instruments do not age, and count from their opening', () => {
  const { clock, market, age } = scene();
  market.session('XAUUSD', CLOSED);
  market.session('EURUSD', CLOSED);
  clock.advance(3_600_000);
  expect(age.oldest()).toBeUndefined();
  market.session('XAUUSD', { status: 'open' });
  clock.advance(2_000);
  // Whoever sets the clock makes no price older.
  clock.set(86_400_000);
  expect(age.oldest()).toEqual({ code: 'XAUUSD', ageMs: 2_000 });
});

it('an instrument goes on ageing while it is stale, unless it never had a price', () => {
  const { clock, market, age } = scene();
  market.tick('XAUUSD', 2_000);
  clock.advance(10_000);
  market.session('XAUUSD', { status: 'closed', why: 'stale' });
  market.session('EURUSD', { status: 'closed', why: 'stale' });
  clock.advance(50_000);
  expect(age.oldest()).toEqual({ code: 'XAUUSD', ageMs: 60_000 });
  market.session('XAUUSD', { status: 'open' });
  market.tick('XAUUSD', 2_001);
  expect(age.oldest()).toEqual({ code: 'XAUUSD', ageMs: 0 });
});

it('the log names the open instrument without prices, once, and says when all have some again', () => {
  const { clock, market, age } = scene();
  const said: string[] = [];
  const stop = sayWhatIsSilent(age, clock, (sentence) => said.push(sentence));
  const pass = (seconds: number, codes: readonly string[]) => {
    for (let s = 0; s < seconds; s++) {
      clock.advance(1_000);
      for (const code of codes) market.tick(code, code === 'EURUSD' ? 1.2 : 2_000);
    }
  };
  pass(180, ['EURUSD']);
  expect(said).toEqual([
    'XAUUSD has had no price for 60 s in its hours; no other instrument has been without one for longer.',
  ]);
  pass(30, ['EURUSD', 'XAUUSD']);
  expect(said.slice(1)).toEqual(['All instruments have prices again.']);
  stop();
});
