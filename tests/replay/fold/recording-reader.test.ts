import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateOf } from '../../../replay/fold/digested-state.ts';
import { createFold } from '../../../replay/fold/fold.ts';
import { createReader } from '../../../replay/fold/recording-reader.ts';
import type { RecordBody } from '../../../replay/format/format.ts';
import { createFrameBytes } from '../../../replay/format/frame-bytes.ts';
import { MAX_LINE } from '../../../replay/format/lines.ts';
import { base64Of, damaged, deltaMarket } from '../../helpers/delta-market.ts';
import { data, folded, recordingOf } from '../lines.ts';

const OPEN = { kind: 'open' } as const;
const market = (seq: number) => data('DAY_MARKET', seq, [[1, seq, 1, 1, seq]]);
const whole = recordingOf(OPEN, market(1), market(2), market(3));
const lines = whole.trimEnd().split('\n');
const lastSeq = (text: string) => stateOf(folded(text).fold).quotes[1]?.[0];

describe('a recording', () => {
  it('is read with and without a last line break, with both kinds of line breaks, and with empty lines', () => {
    for (const text of [
      whole,
      whole.trimEnd(),
      whole.replaceAll('\n', '\r\n'),
      whole.replaceAll('\n', '\n\n'),
    ]) {
      expect(folded(text).outcome).toMatchObject({ records: 4, lastAtMs: 30, failure: undefined });
      expect(lastSeq(text)).toBe(3);
    }
  });

  it('gives the same state for every split of its text', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 12 }), (cuts) => {
        const fold = createFold();
        const reader = createReader({ fold });
        const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        for (let i = 1; i < places.length; i++) reader.push(whole.slice(places[i - 1], places[i]));
        expect(reader.end().failure).toBeUndefined();
        expect(stateOf(fold)).toEqual(stateOf(folded(whole).fold));
      }),
    );
  });

  it('ends at the requested time', () => {
    expect(folded(whole, 20).outcome).toMatchObject({ records: 3, lastAtMs: 20, failure: undefined });
    expect(stateOf(folded(whole, 20).fold).quotes[1]?.[0]).toBe(2);
  });

  it('reads market frames in the recorder’s format and in any other to the same state', () => {
    const spaced = lines.map((line) => line.replaceAll('":', '" : ').replaceAll('\\" : ', '\\":')).join('\n');
    expect(spaced).not.toContain('{"at":');
    expect(stateOf(folded(spaced).fold)).toEqual(stateOf(folded(whole).fold));
  });
});

describe('bytes beside the text of a market frame', () => {
  const { whole: snapshot, change } = deltaMarket();
  const texts = createFrameBytes();
  const beside = (bytes: Uint8Array, text = texts.textOf(bytes) ?? ''): RecordBody => ({
    kind: 'in',
    text,
    raw: base64Of(bytes),
  });
  const frames = [beside(snapshot(1)), beside(change(2, 105)), beside(change(3, 106))] as const;
  const inOrder = recordingOf(OPEN, ...frames);

  it('are compared with it, in the recorder’s format and in any other', () => {
    for (const text of [inOrder, inOrder.replaceAll('{"at":', '{ "at":')]) {
      expect(folded(text).outcome).toMatchObject({ failure: undefined, records: 4 });
      expect(lastSeq(text)).toBe(1.06);
      const other = text.replace(/(?<=\[)1,1.05/, '1,1.04');
      expect(folded(other).outcome).toMatchObject({
        records: 2,
        failure: { line: 4, reason: 'the bytes of the market frame stand for another text' },
      });
    }
  });

  it('are not where the table came before the recording, or on another connection', () => {
    const late = recordingOf(OPEN, ...frames.slice(1));
    expect(folded(late).outcome).toMatchObject({ failure: undefined, records: 3 });
    const other = recordingOf(OPEN, ...frames.slice(0, 2), OPEN, frames[2]);
    expect(folded(other.replace('1,1.06', '1,1.07')).outcome.failure).toBeUndefined();
  });

  it('may not be damaged', () => {
    const bad = recordingOf(OPEN, frames[0], {
      ...frames[1],
      raw: base64Of(damaged(change(2, 105))),
    } as RecordBody);
    expect(folded(bad).outcome.failure).toMatchObject({ line: 4 });
    const nonsense = recordingOf(OPEN, { ...frames[0], raw: '*' } as RecordBody);
    expect(folded(nonsense).outcome.failure).toMatchObject({ line: 3 });
  });
});

describe('a damaged file', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['cut off in the middle of a record', whole.slice(0, -20), 5],
    ['with a garbled record', [...lines.slice(0, 3), '{"at":5,"kind":', ...lines.slice(3)].join('\n'), 4],
    ['with a record that is no object', [...lines.slice(0, 3), '7', ...lines.slice(3)].join('\n'), 4],
    ['with a record of no known kind', [...lines.slice(0, 3), '{"at":1,"kind":"x"}'].join('\n'), 4],
    ['with a frame without text', [...lines.slice(0, 3), '{"at":1,"kind":"in"}'].join('\n'), 4],
    ['whose time goes back', [...lines.slice(0, 4), lines[2], ...lines.slice(4)].join('\n'), 5],
    ['with a time before the last one', [...lines.slice(0, 3), '{"at":9,"kind":"open"}'].join('\n'), 4],
    ['with a time below zero', [...lines.slice(0, 3), '{"at":-1,"kind":"open"}'].join('\n'), 4],
  ];
  it.each(cases)('%s counts up to there, and its line is named', (_, text, line) => {
    const { outcome } = folded(text);
    expect(outcome.failure?.line).toBe(line);
    expect(outcome.records).toBe(line - 2);
  });

  it.each([
    ['empty', ''],
    ['of another kind', '{"log":{}}'],
    ['of another version', '{"format":"socket-recording","version":2,"started_at":"2026-01-01T00:00:00Z"}'],
    ['without a time', '{"format":"socket-recording","version":1,"started_at":"soon"}'],
    ['of bytes', '\u0000\u0001\ufffd'],
  ])('that is %s is refused', (_, text) => {
    expect(folded(text).outcome).toMatchObject({
      header: undefined,
      records: 0,
      failure: { reason: expect.any(String) },
    });
  });

  it.each(['{"log":{"version":"1.2"', '{\n  "log": {\n', '{\r\n'])(
    'that begins as a HAR, %j, says so',
    (text) => {
      expect(folded(text).outcome.failure).toEqual({
        line: 1,
        reason: 'this is a HAR: `import FILE --from har --out RECORDING` makes a recording of it',
      });
    },
  );

  it('with an endless line is aborted, and accepts no more input', () => {
    const reader = createReader({ fold: createFold() });
    reader.push(`${lines[0]}\n`);
    const part = 'x'.repeat(1024 * 1024);
    let pushed = 0;
    while (pushed < 4 * MAX_LINE && reader.push(part)) pushed += part.length;
    expect(pushed).toBeLessThanOrEqual(MAX_LINE + part.length);
    expect(reader.end().failure).toEqual({ line: 2, reason: 'the line is too long' });
  });
});
