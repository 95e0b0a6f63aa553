import { SOCKET_PATH } from '../../shared/contract/socket.ts';
import type { RecordEntry, RecordingHeader } from '../format/format.ts';
import { methodAt } from './har-http.ts';
import { isoOfMs, secondsOfMs } from './har-time.ts';

/** Writes a recording as HAR 1.2. `head` and the returned pieces, joined, are the file. */
export interface HarWriter {
  readonly head: string;
  /** @returns the next piece of text, possibly empty */
  take(entry: RecordEntry): string;
  end(): string;
}

const SOCKET_URL = `wss://recording.invalid${SOCKET_PATH}`;
const API_URL = 'https://recording.invalid';

/**
 * A connection becomes one socket entry, an answer an HTTP entry; commands go to `log._commands`. Answers during a
 * connection are held back until its entry is complete.
 */
export function createHarWriter(header: RecordingHeader): HarWriter {
  const startMs = Date.parse(header.started_at);
  const held: string[] = [];
  const commands: string[] = [];
  /** Index of the current record, so that an import can restore the order. */
  let place = -1;
  /** Before the next entry. */
  let separator = '';
  let socket: { readonly openMs: number; lastMs: number; isEmpty: boolean } | undefined;

  const separated = (text: string): string => {
    const before = separator;
    separator = ',\n';
    return before + text;
  };

  function openSocket(ms: number, wasSeen: boolean): string {
    socket = { openMs: ms, lastMs: ms, isEmpty: true };
    return separated(`${socketHead(ms, place, wasSeen)},"_webSocketMessages":[`);
  }

  function closeSocket(): string {
    if (socket === undefined) return '';
    const { openMs, lastMs } = socket;
    socket = undefined;
    return `],"time":${Math.round((lastMs - openMs) * 1000) / 1000}}${held.splice(0).map(separated).join('')}`;
  }

  function message(ms: number, type: 'send' | 'receive', opcode: number, data: string): string {
    const head = socket === undefined ? openSocket(ms, false) : '';
    const comma = socket === undefined || socket.isEmpty ? '' : ',';
    if (socket !== undefined) Object.assign(socket, { lastMs: ms, isEmpty: false });
    return `${head}${comma}\n${JSON.stringify({ type, time: secondsOfMs(ms), opcode, data, _record: place })}`;
  }

  function entryText(entry: RecordEntry): string {
    place++;
    const ms = startMs + entry.at;
    switch (entry.kind) {
      case 'open':
        return closeSocket() + openSocket(ms, true);
      case 'close':
        return message(ms, 'receive', 8, closeData(entry.code)) + closeSocket();
      case 'in':
        return message(ms, 'receive', 1, entry.text);
      case 'out':
        return message(ms, 'send', 1, entry.text);
      case 'http':
        held.push(answerEntry(ms, place, entry));
        return socket === undefined ? held.splice(0).map(separated).join('') : '';
      case 'command':
      case 'page':
        commands.push(JSON.stringify({ ...entry, _record: place }));
        return '';
    }
  }

  return {
    head: logHead(header),
    take: entryText,
    end: () => `${closeSocket()}\n],"_commands":[${commands.join(',\n')}]}}\n`,
  };
}

function logHead({ format: _format, version: _version, ...facts }: RecordingHeader): string {
  const head = {
    version: '1.2',
    creator: { name: 'Pipstream', version: facts.app },
    pages: [],
    _recording: facts,
  };
  return `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[\n`;
}

/** Without the closing brace. */
function socketHead(ms: number, place: number, wasSeen: boolean): string {
  const head = {
    _resourceType: 'websocket',
    ...(wasSeen ? {} : { _opened: false }),
    _record: place,
    startedDateTime: isoOfMs(ms),
    request: requestOf('GET', SOCKET_URL, {}),
    response: responseOf(101, 'Switching Protocols', { size: 0, mimeType: 'x-unknown' }),
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
  return JSON.stringify(head).slice(0, -1);
}

function answerEntry(
  ms: number,
  place: number,
  { path, query, body }: Extract<RecordEntry, { kind: 'http' }>,
): string {
  const text = JSON.stringify(body ?? null);
  return JSON.stringify({
    _resourceType: 'fetch',
    _record: place,
    startedDateTime: isoOfMs(ms),
    time: 0,
    request: requestOf(methodAt(path) ?? 'GET', API_URL + path, query),
    response: responseOf(200, 'OK', { size: text.length, mimeType: 'application/json', text }),
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  });
}

function requestOf(method: string, url: string, query: Readonly<Record<string, string>>) {
  const search = new URLSearchParams(query).toString();
  return {
    method,
    url: search === '' ? url : `${url}?${search}`,
    httpVersion: 'HTTP/1.1',
    headers: [],
    queryString: Object.entries(query).map(([name, value]) => ({ name, value })),
    cookies: [],
    headersSize: -1,
    bodySize: -1,
  };
}

const responseOf = (status: number, statusText: string, content: object) => ({
  status,
  statusText,
  httpVersion: 'HTTP/1.1',
  headers: [],
  cookies: [],
  content,
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
});

/** A closing frame's payload: its code in two bytes; nothing without one. */
const closeData = (code: number | undefined): string =>
  code === undefined ? '' : btoa(String.fromCharCode((code >>> 8) & 0xff, code & 0xff));
