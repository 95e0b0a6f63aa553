import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minuteFrames, readAnswer, tickFrames } from '../../bridges/frames.ts';
import { noCounts, reportLine } from '../../bridges/report.ts';
import type { Tick } from '../../bridges/tick.ts';

it('puts ticks into frames of at most 1,000 and 256 KiB, in order', () => {
  const tick = fc.record({ length: fc.integer({ min: 1, max: 800 }), time: fc.nat() });
  fc.assert(
    fc.property(fc.array(tick, { maxLength: 3_000, size: 'max' }), (asked) => {
      const ticks = asked.map(({ length, time }): Tick => ['é'.repeat(length), '1', null, time]);
      const frames = tickFrames(ticks);
      expect(frames.flatMap(({ text }) => JSON.parse(text).ticks)).toEqual(ticks);
      for (const frame of frames) {
        expect(Buffer.byteLength(frame.text)).toBeLessThanOrEqual(256 * 1024);
        expect(frame.ticks).toBeLessThanOrEqual(1_000);
        expect(frame.ticks).toBe(JSON.parse(frame.text).ticks.length);
      }
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(
    tickFrames(Array.from({ length: 2_500 }, (): Tick => ['EURUSD', '1', '2', 3])).map(({ ticks }) => ticks),
  ).toEqual([1_000, 1_000, 500]);
});

it('puts the longest minutes into frames within the bound', () => {
  const longest = '123456789012345.123456789012';
  const rows = Array.from(
    { length: 1_500 },
    (_, i) => [1e9 + i, longest, longest, longest, longest, 2 ** 53] as const,
  );
  const frames = minuteFrames('EURUSD', rows);
  expect(frames.flatMap((frame) => JSON.parse(frame).minutes.EURUSD)).toEqual(rows);
  for (const frame of frames) expect(Buffer.byteLength(frame)).toBeLessThanOrEqual(256 * 1024);
});

it('reads what the exchange says, and nothing into what it does not', () => {
  expect(readAnswer('pong')).toEqual({ kind: 'pong' });
  expect(readAnswer('{"code":1,"codes":["EURUSD",5],"decimals":{"EURUSD":5,"X":-1,"Y":"2"}}')).toEqual({
    kind: 'welcome',
    codes: ['EURUSD'],
    decimals: new Map([['EURUSD', 5]]),
  });
  expect(readAnswer('{"code":999}')).toEqual({ kind: 'denied', code: 999, message: '' });
  expect(readAnswer('{"refused":{"old":3,"held":"many"}}')).toEqual({ kind: 'refused', counts: { old: 3 } });
  for (const text of ['', '{', '[]', 'null', '{}', '{"code":"1"}', '5'])
    expect(readAnswer(text), text).toEqual({ kind: 'other' });
});

it('says in a line what a minute was', () => {
  const counts = {
    ...noCounts(1_000),
    ticks: 7,
    minutes: 20,
    skipped: 2,
    sourceLost: 1,
    refused: { new: 4, old: 3 },
  };
  expect(reportLine(counts, 3_500)).toBe(
    '7 ticks sent (the last 2.5 s ago); 20 past minutes sent; 2 skipped; reconnects: source 1, exchange 0; refused: 3 old, 4 new',
  );
  expect(reportLine(noCounts(), 5)).toBe(
    '0 ticks sent (none yet); reconnects: source 0, exchange 0; refused: none',
  );
});
