import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FORMAT, type RecordBody, type RecordEntry, VERSION } from '../../../replay/format/format.ts';
import { importHar } from '../../../replay/import/har.ts';
import { createHarWriter } from '../../../replay/import/har-export.ts';
import { redactEntry } from '../../../replay/record/redact.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';

const header = {
  format: FORMAT,
  version: VERSION,
  started_at: '2026-02-03T04:05:06.789Z',
  app: '1.2.3',
  commit: '0123456789ab',
  viewport: [360, 740],
  resumed: true,
} as const;

function exported(entries: readonly RecordEntry[]): string {
  const writer = createHarWriter(header);
  return [writer.head, ...entries.map(writer.take), writer.end()].join('');
}

const paths = Object.values(ROUTES).map(({ path }) => path.replace(/:\w+/, 'abcdef'));
const text = fc.oneof(fc.constantFrom('ping', 'pong'), fc.json());
const body: fc.Arbitrary<RecordBody> = fc.oneof(
  fc.record({ kind: fc.constant('open' as const) }),
  fc.record({ kind: fc.constant('close' as const) }),
  fc.record({ kind: fc.constant('close' as const), code: fc.integer({ min: 1000, max: 4999 }) }),
  fc.record({ kind: fc.constantFrom('in' as const, 'out' as const), text }),
  fc.record({
    kind: fc.constant('http' as const),
    path: fc.constantFrom(...paths),
    query: fc.dictionary(fc.constantFrom('forex_id', 'period', 'keyword', 'page'), fc.string()),
    body: fc.record({ code: fc.integer({ min: 0, max: 9999 }), msg: fc.string(), data: fc.jsonValue() }),
  }),
  fc.record({
    kind: fc.constant('command' as const),
    name: fc.constantFrom('pageEvent', 'submitOrder'),
    args: fc.array(fc.jsonValue()),
  }),
  fc.record({ kind: fc.constant('page' as const), event: fc.constant('scroll' as const), y: fc.nat(9_999) }),
  fc.record({
    kind: fc.constant('page' as const),
    event: fc.constant('route' as const),
    path: fc.constantFrom('/', '/trade?id=3', '/mine/diagnostics'),
  }),
);
/** Steps of microseconds; records of the same time keep their order. */
const recording = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 90_000_000 }), body), { minLength: 1 })
  .map((steps) => {
    let us = 0;
    return steps.map(([step, one]): RecordEntry => {
      us += step;
      return redactEntry({ at: us / 1000, ...one });
    });
  });

it('a recording that was written as HAR is restored record by record', () => {
  fc.assert(
    fc.property(recording, (entries) => {
      const plain: unknown = JSON.parse(JSON.stringify(entries));
      const back = importHar(exported(entries));
      expect(JSON.parse(JSON.stringify(back.entries))).toEqual(plain);
      expect(back.header).toEqual(header);
      expect(back.report.cut).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

it('the HAR has the fields of its format, and a socket entry per connection', () => {
  const { log } = JSON.parse(
    exported([
      { at: 0, kind: 'in', text: 'pong' },
      {
        at: 1,
        kind: 'http',
        path: '/api/user/loginForU',
        query: { page: '1' },
        body: { code: 1, msg: '', data: null },
      },
      { at: 2, kind: 'close', code: 1006 },
      { at: 3, kind: 'open' },
      { at: 4.5, kind: 'out', text: 'ping' },
      { at: 6, kind: 'command', name: 'pageEvent', args: ['hidden'] },
    ]),
  );
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Pipstream', version: '1.2.3' }, pages: [] });
  expect(log.entries.map((entry: { _resourceType: string }) => entry._resourceType)).toEqual([
    'websocket',
    'fetch',
    'websocket',
  ]);
  for (const entry of log.entries) {
    expect(Object.keys(entry)).toEqual(
      expect.arrayContaining(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']),
    );
    expect(Object.keys(entry.request)).toEqual(
      expect.arrayContaining([
        'method',
        'url',
        'httpVersion',
        'cookies',
        'headers',
        'queryString',
        'headersSize',
        'bodySize',
      ]),
    );
    expect(Object.keys(entry.response)).toEqual(
      expect.arrayContaining([
        'status',
        'statusText',
        'httpVersion',
        'cookies',
        'headers',
        'content',
        'redirectURL',
        'headersSize',
        'bodySize',
      ]),
    );
    expect(entry.timings).toEqual({ send: 0, wait: 0, receive: 0 });
  }
  expect(log.entries[1].request).toMatchObject({
    method: 'POST',
    queryString: [{ name: 'page', value: '1' }],
  });
  expect(log.entries[1].response.content).toMatchObject({
    mimeType: 'application/json',
    text: '{"code":1,"msg":"","data":null}',
  });
  expect(log.entries[2]).toMatchObject({
    startedDateTime: '2026-02-03T04:05:06.792Z',
    time: 1.5,
    _webSocketMessages: [{ type: 'send', time: 1_770_091_506.7935, opcode: 1, data: 'ping' }],
  });
  expect(log._commands).toMatchObject([{ at: 6, name: 'pageEvent', args: ['hidden'] }]);
});
