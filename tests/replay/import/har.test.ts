import { describe, expect, it } from 'vitest';
import { importHar } from '../../../replay/import/har.ts';
import { importUsefulHar } from '../../../replay/import/useful-har.ts';
import { MASK } from '../../../shared/private-text.ts';
import { base64Of, damaged, deltaMarket } from '../../helpers/delta-market.ts';
import { harOf, message, request, START_S, socket } from './har-parts.ts';

const OURS = 'wss://api.example.com/v1/ws';
const TICK = '{"topic":"DAY_MARKET","seq":1,"ts":5,"data":[[1,2,2,1,5]]}';
const LIST = 'https://api.example.com/v1/api/forex/trade_list';
const envelope = { code: 1, msg: '', data: { list: [] } };

const bodies = (har: string) => importHar(har).entries.map(({ at: _, ...body }) => body);
const ignored = (har: string) => Object.fromEntries(importHar(har).report.ignored);
const dropped = (har: string) => Object.fromEntries(importHar(har).report.dropped);

describe('the socket of a HAR', () => {
  it('becomes open, in, out and close, with times since the first of them', () => {
    const { header, entries } = importHar(
      harOf(
        socket(OURS, 0, [
          message('send', 0.25, 1, 'ping'),
          message('receive', 0.5005, 1, 'pong'),
          message('receive', 2, 8, btoa(String.fromCharCode(3, 233))),
        ]),
      ),
    );
    expect(header).toMatchObject({ started_at: '2023-11-14T22:13:20.000Z', app: 'import test' });
    expect(entries).toEqual([
      { at: 0, kind: 'open' },
      { at: 250, kind: 'out', text: 'ping' },
      { at: 500.5, kind: 'in', text: 'pong' },
      { at: 2000, kind: 'close', code: 1001 },
    ]);
  });

  it.each([
    ['milliseconds, as Playwright writes them', (s: number) => s * 1000],
    ['microseconds', (s: number) => s * 1e6],
    ['nanoseconds', (s: number) => s * 1e9],
    ['ISO 8601', (s: number) => new Date(s * 1000).toISOString()],
    ['seconds since its opening', (s: number) => s - START_S],
  ])('has the same times in %s', (_name, written) => {
    const messages = [0.25, 2].map((at) => ({
      ...message('receive', at, 1, 'pong'),
      time: written(START_S + at),
    }));
    const { header, entries } = importHar(
      harOf(request('GET', LIST, 1, envelope), socket(OURS, 0, messages)),
    );
    expect(header.started_at).toBe('2023-11-14T22:13:20.000Z');
    expect(entries.map(({ at, kind }) => [at, kind])).toEqual([
      [0, 'open'],
      [250, 'in'],
      [1000, 'http'],
      [2000, 'in'],
    ]);
  });

  it('counts messages that lie more than a year off its opening', () => {
    const har = harOf(
      socket(OURS, 0, [message('receive', 400 * 86_400, 1, 'pong'), message('receive', 1, 1, 'pong')]),
    );
    expect(bodies(har)).toEqual([{ kind: 'open' }, { kind: 'in', text: 'pong' }]);
    expect(dropped(har)).toEqual({ 'message without a time, or a year off its socket': 1 });
  });

  it('accepts a binary message with JSON as text and counts every other one', () => {
    const har = harOf(
      socket(OURS, 0, [
        message('receive', 1, 2, btoa(TICK)),
        message('receive', 2, 2, btoa('\u00ff\u00fe')),
        message('receive', 3, 2, '*no base64*'),
        message('receive', 4, 2, btoa('plain words')),
      ]),
    );
    expect(bodies(har)).toEqual([{ kind: 'open' }, { kind: 'in', text: TICK }]);
    expect(dropped(har)).toEqual({ 'binary message': 3 });
  });

  it('has market frames in few bytes as the texts that they stand for, on each connection of its own', () => {
    const [one, other] = [deltaMarket(1), deltaMarket(2)];
    const bytes = (at: number, frame: Uint8Array) => message('receive', at, 2, base64Of(frame));
    const har = harOf(
      socket(OURS, 0, [
        bytes(1, one.whole(1)),
        bytes(2, one.change(2, 105)),
        bytes(3, damaged(one.change(3, 106))),
        bytes(4, one.change(4, 107)),
      ]),
      // It was open before the HAR began.
      socket(OURS, 5, [bytes(6, other.whole(2)), bytes(7, other.change(3, 55))].slice(1)),
    );
    const text = (seq: number, close: number) =>
      `{"topic":"DAY_MARKET","seq":${seq},"ts":1000,"data":[[1,${close},0.9,1,1000]]}`;
    expect(bodies(har).filter(({ kind }) => kind === 'in')).toEqual([
      { kind: 'in', text: text(1, 1) },
      { kind: 'in', text: text(2, 1.05) },
    ]);
    expect(dropped(har)).toEqual({ 'binary message': 3 });
  });

  it.each([
    ['sent', 'received'],
    ['out', 'in'],
    ['outgoing', 'incoming'],
    ['client', 'server'],
  ])('may tell directions as %s and %s, without opcodes, and without the underscore', (sent, received) => {
    const { _webSocketMessages: _, ...bare } = socket(OURS, 0, []);
    const har = harOf({
      ...bare,
      webSocketMessages: [
        { direction: sent, timestamp: START_S + 1, data: 'ping' },
        { direction: received, timestamp: START_S + 2, payload: TICK },
      ],
    });
    expect(importHar(har).entries).toEqual([
      { at: 0, kind: 'open' },
      { at: 1000, kind: 'out', text: 'ping' },
      { at: 2000, kind: 'in', text: TICK },
    ]);
  });

  it.each([
    ['at its time', { code: 4001, timestamp: new Date((START_S + 3) * 1000).toISOString() }, [3000, 4001]],
    ['at the end of the entry without a time', { code: 1000, reason: '' }, [5000, 1000]],
    ['as abnormal where it was aborted', 'aborted', [5000, 1006]],
  ])('closes as `_webSocketClose` says, %s', (_name, told, [at, code]) => {
    const one = socket(OURS, 0, [message('receive', 1, 1, 'pong')], 5000);
    const { entries } = importHar(harOf({ ...one, _webSocketClose: told }, socket(OURS, 9, [])));
    expect(entries.filter(({ kind }) => kind === 'close')).toEqual([{ at, kind: 'close', code }]);
  });

  it('that was refused is counted, and opens nothing', () => {
    const refused = {
      ...socket(OURS, 0, []),
      response: { status: 0, _error: 'net::ERR_INTERNET_DISCONNECTED' },
    };
    const opened = { ...socket(OURS, 3, []), response: { status: 101 } };
    const har = harOf(refused, { ...refused, response: { status: -1 } }, opened);
    expect(bodies(har)).toEqual([{ kind: 'open' }]);
    expect(ignored(har)).toEqual({ 'refused socket': 2 });
    expect(importHar(har).header.started_at).toBe('2023-11-14T22:13:23.000Z');
  });

  it('over HTTP/2 is open with the answer 200', () => {
    const one = {
      ...socket(OURS, 0, []),
      request: { method: 'CONNECT', url: OURS },
      response: { status: 200 },
    };
    expect(bodies(harOf(one))).toEqual([{ kind: 'open' }]);
    expect(ignored(harOf(one))).toEqual({});
  });

  it('that is written twice, at its opening and whole at its end, opens once', () => {
    const whole = socket(OURS, 0, [message('receive', 1, 1, 'pong')]);
    expect(bodies(harOf({ ...whole, _webSocketMessages: [] }, whole))).toEqual([
      { kind: 'open' },
      { kind: 'in', text: 'pong' },
    ]);
  });

  // Firefox writes only the handshake.
  it('whose messages were not saved is counted, and the answers beside it are taken', () => {
    const one = {
      request: { method: 'GET', url: OURS },
      response: { status: 101 },
      startedDateTime: '2023-11-14T23:13:20.000+01:00',
    };
    const har = harOf(one, request('GET', LIST, 1, envelope));
    expect(bodies(har).map(({ kind }) => kind)).toEqual(['open', 'http']);
    expect(dropped(har)).toEqual({ 'socket saved without its messages': 1 });
    expect(() => importUsefulHar(harOf(one))).toThrow(
      'nothing could be read: socket saved without its messages 1',
    );
  });

  it('counts control frames and messages of no known type or opcode, and places those without a time', () => {
    const har = harOf(
      socket(OURS, 0, [
        message('send', 1, 9, ''),
        message('receive', 1, 10, ''),
        message('receive', 1, 0, 'x'),
        message('shout', 1, 1, 'x'),
        { type: 'receive', time: 'now', opcode: 1, data: 'x' },
        { type: 'receive', time: 1e300, opcode: 1, data: 'x' },
        7,
      ]),
    );
    expect(ignored(har)).toEqual({ 'control frame': 2 });
    expect(dropped(har)).toEqual({ 'message of no known opcode': 1, 'message of no known type': 2 });
    expect(importHar(har).report.undated).toBe(2);
    expect(importHar(har).entries.filter(({ kind }) => kind === 'in')).toEqual([
      { at: 1000, kind: 'in', text: MASK },
      { at: 1000, kind: 'in', text: MASK },
    ]);
  });

  it('is closed by an error, or by the next one at the latest', () => {
    const har = harOf(
      socket(OURS, 10, [message('error', 11, 0, 'net::ERR_FAILED')]),
      socket(OURS, 20, []),
      socket(OURS, 0, [message('receive', 3, 1, 'pong')], 5000),
    );
    expect(importHar(har).entries).toEqual([
      { at: 0, kind: 'open' },
      { at: 3000, kind: 'in', text: 'pong' },
      { at: 5000, kind: 'close' },
      { at: 10_000, kind: 'open' },
      { at: 11_000, kind: 'close' },
      { at: 20_000, kind: 'open' },
    ]);
  });

  it('on our path is the only one used; without one on our path, all are', () => {
    const foreign = socket('wss://elsewhere.example/stream', 1, [message('receive', 2, 1, 'pong')]);
    const both = harOf(foreign, socket(OURS, 0, []));
    expect(bodies(both)).toEqual([{ kind: 'open' }]);
    expect(ignored(both)).toEqual({ 'foreign socket': 1 });
    expect(bodies(harOf(foreign))).toEqual([{ kind: 'open' }, { kind: 'in', text: 'pong' }]);
  });
});

describe('the requests of a HAR', () => {
  it('on our paths become answers, for any host, at the time of the answer', () => {
    const { entries } = importHar(
      harOf(
        request('GET', `${LIST}?t=17&keyword=`, 1, envelope, 250),
        request('GET', `http://localhost:1/api/company/getCompanyStatus`, 0, envelope),
      ),
    );
    expect(entries).toEqual([
      { at: 0, kind: 'http', path: '/api/company/getCompanyStatus', query: {}, body: envelope },
      { at: 1250, kind: 'http', path: '/v1/api/forex/trade_list', query: { keyword: '***' }, body: envelope },
    ]);
  });

  it('to other paths, with other methods or without an envelope are counted', () => {
    const har = harOf(
      request('GET', LIST, 0, envelope),
      request('GET', 'https://api.example.com/assets/app.js', 0, envelope),
      request('OPTIONS', LIST, 0, envelope),
      request('GET', LIST, 0, ['no envelope']),
      request('GET', 'no address', 0, envelope),
      { ...request('GET', LIST, 0, envelope), startedDateTime: 'yesterday' },
    );
    expect(ignored(har)).toEqual({ 'foreign request': 2, 'request without an address': 1 });
    expect(dropped(har)).toEqual({ 'answer without an envelope': 1, 'request without a time': 1 });
  });

  it('contain no secret: neither a token in an answer or a frame nor request parameters', () => {
    const secret = 'canary-5f2a';
    const { entries } = importHar(
      harOf(
        request('POST', `https://api.example.com/api/user/loginForU?password=${secret}`, 0, {
          code: 1,
          msg: '',
          data: { token: secret, user: { email: `${secret}@example.com` } },
        }),
        request('GET', `https://api.example.com/api/captcha/${secret}${secret}`, 0, envelope),
        socket(OURS, 1, [message('send', 2, 1, `{"cmd":"login","params":{"token":"${secret}"}}`)]),
      ),
    );
    expect(entries).toHaveLength(4);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('an incomplete HAR', () => {
  const whole = harOf(
    request('GET', LIST, 0, envelope),
    socket(
      OURS,
      0,
      [1, 2, 3, 4].map((at) => message('receive', at, 1, `{"seq":${at}}`)),
    ),
  );

  it('returns the part before the cut, and names the line', () => {
    const cut = importHar(whole.slice(0, whole.indexOf('\\"seq\\":3') + 3));
    expect(cut.entries.map(({ kind }) => kind)).toEqual(['open', 'http', 'in', 'in']);
    const line = whole.slice(0, whole.indexOf('\\"seq\\":2')).split('\n').length;
    expect(cut.report.cut?.line).toBeGreaterThanOrEqual(line);
    expect(cut.report.cut?.line).toBeLessThanOrEqual(line + 3);
  });

  it('returns the part before a garbled place', () => {
    const garbled = importHar(whole.replace('"{\\"seq\\":2}"', 'oops'));
    expect(garbled.entries.map(({ kind }) => kind)).toEqual(['open', 'http', 'in']);
    expect(garbled.report.cut).toBeDefined();
  });

  it('fails only with a sentence, wherever it is cut', () => {
    for (let at = 0; at < whole.length; at++) {
      try {
        importHar(whole.slice(0, at));
      } catch (error) {
        expect(error).toMatchObject({ name: 'RecordingError' });
      }
    }
  });

  it.each([
    ['', 'the file is no HAR'],
    ['null', 'it has no log.entries'],
    ['}]}]', 'the file is no HAR'],
    ['{"log":{"entries":7}}', 'it has no log.entries'],
    [`{"log":{"entries":[${'['.repeat(100_000)}`, 'the file is no HAR'],
    ['{"log":{"entries":[null,7,{},{"_webSocketMessages":{}}]}}', 'nothing of ours in 4 entries'],
  ])('%.30s is refused with a sentence', (text, sentence) => {
    expect(() => importHar(text)).toThrow(sentence);
  });
});

it('a recording starts at the whole ms before the first record, and no record precedes its socket', () => {
  const { header, entries } = importHar(harOf(socket(OURS, 1, [message('receive', 0.0007, 1, 'pong')])));
  expect(header.started_at).toBe(new Date(START_S * 1000).toISOString());
  expect(entries.map(({ at, kind }) => [at, kind])).toEqual([
    [0.7, 'open'],
    [0.7, 'in'],
  ]);
});
